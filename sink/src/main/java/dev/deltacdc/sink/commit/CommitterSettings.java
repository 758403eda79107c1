/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.io.Serializable;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * What the committer needs to know.
 *
 * @param name of the flow
 * @param upsert whether rows are replaced and deleted, so that nobody else may touch the files
 * @param refresh whether a start without state replaces all that the table has
 * @param retainColumn DATE partition column by which old partitions are removed, or null
 * @param retainDays days before the watermark's day that stay
 */
public record CommitterSettings(
    DeltaTable table,
    String name,
    boolean upsert,
    boolean refresh,
    DeltaSinkOptions options,
    Map<String, String> hadoop,
    @Nullable String retainColumn,
    int retainDays,
    CommitListener listener)
    implements Serializable {

  private static final String MAINTENANCE = "/maintenance/";

  /** Transaction id of a writer id's epochs. */
  String appId(String writerId) {
    return name + "/" + writerId;
  }

  /**
   * Transaction id of a run's commits that are not epochs; their version is the checkpoint after
   * which they were made, so that a restore can tell whether they belong to its state.
   */
  String maintenanceAppId(String writerId) {
    return name + MAINTENANCE + writerId;
  }

  /** Whether a transaction id is that of epochs of this flow, of any run. */
  boolean isEpochs(String appId) {
    return appId.startsWith(name + "/") && !appId.startsWith(name + MAINTENANCE);
  }
}
