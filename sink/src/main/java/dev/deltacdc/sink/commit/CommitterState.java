/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import javax.annotation.Nullable;

/**
 * What the committer remembers besides the pending results.
 *
 * @param writerId random id of the writers' run: second part of the transaction id of its epochs
 * @param tableId id in the metadata of the table; null in states that are too old to have it
 * @param version table version up to which every commit is known and judged
 * @param indexVersion table version from which the writers' index was built; -1 when unknown
 * @param ended every writer had sent its final result
 * @param refreshing the commit that replaces all that the table had has still to be made, as the
 *     first one of the writer id
 * @param commits epochs with changes committed so far
 * @param rowsAdded rows written so far
 * @param rowsDeleted rows deleted so far
 * @param run the run that {@code commits} and rows are of, see {@link CommitTotals#RUN}; null: of
 *     all runs
 */
record CommitterState(
    String writerId,
    @Nullable String tableId,
    long version,
    long indexVersion,
    boolean ended,
    boolean refreshing,
    long commits,
    long rowsAdded,
    long rowsDeleted,
    @Nullable String run) {}
