/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.Serializable;

/**
 * A data file, in the version that brings its rows.
 *
 * @param timestamp of the version, milliseconds since the epoch
 */
public record AddedFile(LiveFile file, long version, long timestamp) implements Serializable {}
