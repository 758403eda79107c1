/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.Serializable;

/**
 * Records of one file or Kafka partition that follow each other.
 *
 * @param split the file's path, {@code topic-3}, or {@code v7/} and the path of a Delta table's
 *     file that version 7 brings
 * @param first line number (from 1), Kafka offset or row of a Delta table's file (from 0) of the
 *     first record
 * @param last of the last one
 * @param records how many were read; Kafka's offsets may have gaps, files lines that are no records
 */
public record SplitRange(String split, long first, long last, long records)
    implements Serializable {}
