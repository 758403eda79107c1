/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * A resolved pipeline becomes a job: sources and SQL, events, order, outputs and Delta sinks, each
 * operator with a uid that later changes of the pipeline leave alone.
 */
package dev.deltacdc.job.topology;
