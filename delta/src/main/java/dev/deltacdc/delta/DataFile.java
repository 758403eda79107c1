/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.Serializable;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * A Parquet file of a table as an AddFile action describes it.
 *
 * @param path as in the log: relative to the table and percent-encoded, or an absolute URI (files
 *     of shallow clones)
 * @param partitionValues serialised partition values by column name; NULL is a null value
 * @param size bytes
 * @param modificationTime milliseconds since the epoch
 * @param numRecords rows in the file, those deleted by a vector included; -1 when the log doesn't
 *     say (files of other writers)
 * @param stats the statistics as the log's JSON text, null when there are none
 */
public record DataFile(
    String path,
    Map<String, String> partitionValues,
    long size,
    long modificationTime,
    long numRecords,
    @Nullable String stats)
    implements Serializable {}
