/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitMetadata;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.commit.DefaultFileSystemManagedTableOnlyCommitter;
import io.delta.kernel.utils.CloseableIterator;
import java.util.Optional;

/**
 * Puts the table's comment into the metadata of version 0: Kernel's builder has no place for it.
 */
final class DescribingCommitter extends DefaultFileSystemManagedTableOnlyCommitter {

  private final String description;

  DescribingCommitter(String description) {
    this.description = description;
  }

  @Override
  public CommitResponse commit(
      Engine engine, CloseableIterator<Row> actions, CommitMetadata commitMetadata)
      throws CommitFailedException {
    return super.commit(engine, actions.map(this::described), commitMetadata);
  }

  private Row described(Row action) {
    if (action.isNullAt(SingleAction.METADATA_ORDINAL)) {
      return action;
    }
    Metadata metadata = Metadata.fromRow(action.getStruct(SingleAction.METADATA_ORDINAL));
    return SingleAction.createMetadataSingleAction(
        new Metadata(
                metadata.getId(),
                metadata.getName(),
                Optional.of(description),
                metadata.getFormat(),
                metadata.getSchemaString(),
                metadata.getSchema(),
                metadata.getPartitionColumns(),
                metadata.getCreatedTime(),
                metadata.getConfigurationMapValue())
            .toRow());
  }
}
