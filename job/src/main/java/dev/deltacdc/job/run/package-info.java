/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Runs a pipeline file, embedded or on the cluster it was submitted to, and says what came of it.
 */
package dev.deltacdc.job.run;
