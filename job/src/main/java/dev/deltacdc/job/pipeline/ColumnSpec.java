/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import javax.annotation.Nullable;

/** A declared column of a streaming table. */
public record ColumnSpec(Identifier name, SqlText type, @Nullable String comment) {}
