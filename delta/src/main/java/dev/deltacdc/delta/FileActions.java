/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;

/** Our files and transactions as rows of the log, and files back. */
final class FileActions {

  private FileActions() {}

  static Row add(DataFile file, @Nullable DeletionVector vector, Map<String, String> tags) {
    StructType schema = AddFile.FULL_SCHEMA;
    Map<Integer, Object> fields = new HashMap<>();
    fields.put(schema.indexOf("path"), file.path());
    fields.put(
        schema.indexOf("partitionValues"),
        VectorUtils.stringStringMapValue(file.partitionValues()));
    fields.put(schema.indexOf("size"), file.size());
    fields.put(schema.indexOf("modificationTime"), file.modificationTime());
    fields.put(schema.indexOf("dataChange"), true);
    if (!tags.isEmpty()) {
      fields.put(schema.indexOf("tags"), VectorUtils.stringStringMapValue(tags));
    }
    String stats = vector == null ? file.stats() : FileStatistics.withVector(file);
    if (stats != null) {
      fields.put(schema.indexOf("stats"), stats);
    }
    if (vector != null) {
      fields.put(schema.indexOf("deletionVector"), VectorStore.descriptor(vector).toRow());
    }
    return SingleAction.createAddFileSingleAction(new GenericRow(schema, fields));
  }

  /**
   * Path and the <em>old</em> vector together name the logical file that goes (protocol: "Add File
   * and Remove File").
   */
  static Row remove(LiveFile live, long deletionTimestamp) {
    StructType schema = RemoveFile.FULL_SCHEMA;
    DataFile file = live.file();
    Map<Integer, Object> fields = new HashMap<>();
    fields.put(schema.indexOf("path"), file.path());
    fields.put(schema.indexOf("deletionTimestamp"), deletionTimestamp);
    fields.put(schema.indexOf("dataChange"), true);
    fields.put(schema.indexOf("extendedFileMetadata"), true);
    fields.put(
        schema.indexOf("partitionValues"),
        VectorUtils.stringStringMapValue(file.partitionValues()));
    fields.put(schema.indexOf("size"), file.size());
    if (file.stats() != null) {
      fields.put(schema.indexOf("stats"), file.stats());
    }
    if (!live.tags().isEmpty()) {
      fields.put(schema.indexOf("tags"), VectorUtils.stringStringMapValue(live.tags()));
    }
    if (live.vector() != null) {
      fields.put(schema.indexOf("deletionVector"), VectorStore.descriptor(live.vector()).toRow());
    }
    return SingleAction.createRemoveFileSingleAction(new GenericRow(schema, fields));
  }

  /** An application's progress (protocol: "Transaction Identifiers"). */
  static Row transaction(String appId, long version, long lastUpdated) {
    return SingleAction.createTxnSingleAction(
        new SetTransaction(appId, version, Optional.of(lastUpdated)).toRow());
  }

  /** What {@link #removed} needs of a RemoveFile. */
  static final StructType REMOVED =
      new StructType()
          .add("path", StringType.STRING)
          .add("dataChange", BooleanType.BOOLEAN)
          .add("partitionValues", new MapType(StringType.STRING, StringType.STRING, true))
          .add("size", LongType.LONG)
          .add("stats", StringType.STRING)
          .add("deletionVector", DeletionVectorDescriptor.READ_SCHEMA);

  /** What {@link #changes} needs of an AddCDCFile. */
  static final StructType CHANGES =
      new StructType()
          .add("path", StringType.STRING)
          .add("partitionValues", new MapType(StringType.STRING, StringType.STRING, true))
          .add("size", LongType.LONG);

  /**
   * The file as it was before it was removed; its size is negative when the action does not say it.
   *
   * @param remove as {@link #REMOVED} has it
   */
  static LiveFile removed(Row remove) {
    String stats = remove.isNullAt(4) ? null : remove.getString(4);
    DataFile file =
        new DataFile(
            remove.getString(0),
            remove.isNullAt(2) ? Map.of() : VectorUtils.toJavaMap(remove.getMap(2)),
            remove.isNullAt(3) ? -1 : remove.getLong(3),
            0,
            FileStatistics.numRecords(stats),
            stats);
    return new LiveFile(
        file,
        remove.isNullAt(5) ? null : vector(DeletionVectorDescriptor.fromRow(remove.getStruct(5))));
  }

  /**
   * A file of changes.
   *
   * @param cdc as {@link #CHANGES} has it
   */
  static LiveFile changes(Row cdc) {
    Map<String, String> partition = VectorUtils.toJavaMap(cdc.getMap(1));
    return new LiveFile(
        new DataFile(cdc.getString(0), partition, cdc.getLong(2), 0, -1, null), null);
  }

  /** A row of {@code Scan.getScanFiles} with statistics. */
  static LiveFile live(Row scanFile) {
    AddFile add = new AddFile(scanFile.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL));
    String stats = add.getStatsJson().orElse(null);
    DataFile file =
        new DataFile(
            add.getPath(),
            VectorUtils.toJavaMap(add.getPartitionValues()),
            add.getSize(),
            add.getModificationTime(),
            FileStatistics.numRecords(stats),
            stats);
    Map<String, String> tags =
        add.getTags().map(VectorUtils::<String, String>toJavaMap).orElse(Map.of());
    return new LiveFile(file, add.getDeletionVector().map(FileActions::vector).orElse(null), tags);
  }

  static DeletionVector vector(DeletionVectorDescriptor descriptor) {
    return new DeletionVector(
        descriptor.getStorageType(),
        descriptor.getPathOrInlineDv(),
        descriptor.getOffset().orElse(null),
        descriptor.getSizeInBytes(),
        descriptor.getCardinality());
  }
}
