/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * The committer: the results of completed checkpoints become commits of the Delta table, each
 * exactly once.
 */
package dev.deltacdc.sink.commit;
