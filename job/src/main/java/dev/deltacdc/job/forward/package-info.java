/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** Sources that hand on to another one what they do not do otherwise. */
package dev.deltacdc.job.forward;
