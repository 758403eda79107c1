/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** {@code SET 'key' = 'value'}. */
public record SettingSpec(Literal key, Literal value, Position position) implements Statement {}
