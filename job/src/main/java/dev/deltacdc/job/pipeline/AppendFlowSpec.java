/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import javax.annotation.Nullable;

/** {@code CREATE FLOW name AS INSERT INTO target SELECT …}, or a streaming table's AS SELECT. */
public record AppendFlowSpec(
    Identifier name,
    @Nullable String comment,
    TableName target,
    SqlText query,
    Namespace namespace,
    Position position)
    implements Statement {}
