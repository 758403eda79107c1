/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import dev.deltacdc.delta.SchemaComparison.Leeway;
import io.delta.kernel.Transaction;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.data.TransactionStateRow;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.io.File;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;

/** Whether a table, there or about to be created, can take a job's rows. */
final class TableCheck {

  /**
   * The features of the protocol whose rules for writers the sink keeps: those that ask nothing of
   * it (of reading, checkpoints and clean-up, which are Kernel's), those that are off unless a
   * property or column says otherwise, which is looked at below, and for append tables row tracking
   * (Kernel numbers the rows) and the change data feed (a commit that only adds or only removes
   * files needs no change files). Any other feature is refused: what it asks of a writer is
   * unknown.
   */
  private static final Set<String> KEPT =
      Set.of(
          "allowColumnDefaults",
          "appendOnly",
          "changeDataFeed",
          "checkConstraints",
          "checkpointProtection",
          "clustering",
          "columnMapping",
          "deletionVectors",
          "domainMetadata",
          "generatedColumns",
          "identityColumns",
          "inCommitTimestamp",
          "invariants",
          "rowTracking",
          "timestampNtz",
          "typeWidening",
          "typeWidening-preview",
          "v2Checkpoint",
          "vacuumProtocolCheck");

  private final DeltaTable table;
  private final boolean upsert;

  TableCheck(DeltaTable table, boolean upsert) {
    this.table = table;
    this.upsert = upsert;
  }

  /** Accepts a table that {@link TableRedefinition#additions} makes fit, too. */
  void check(TableSnapshot snapshot) {
    Set<String> fixed = new HashSet<>(table.partitionColumns());
    fixed.addAll(table.keyColumns());
    // A key that the table states is compared as a whole, which says more.
    boolean stated = snapshot.properties().containsKey(DeltaTable.KEYS);
    Set<String> needed = stated ? Set.of() : Set.copyOf(table.keyColumns());
    check(
        snapshot,
        new Leeway(true, keeps(snapshot), TypeWidening.isEnabled(snapshot, table), fixed, needed));
  }

  /** Accepts only a table that fits as it is. */
  void checkAsIs(TableSnapshot snapshot) {
    check(snapshot, Leeway.asIs(keeps(snapshot)));
  }

  /**
   * Whether columns that the job doesn't know stay: not where its updates would lose what somebody
   * else has written there.
   */
  private boolean keeps(TableSnapshot snapshot) {
    return !upsert || !TableContract.of(snapshot.properties()).isEmpty();
  }

  private void check(TableSnapshot snapshot, Leeway leeway) {
    String path = snapshot.path();
    List<String> differences = SchemaComparison.differences(columns(), snapshot.schema(), leeway);
    if (!differences.isEmpty()) {
      throw TableErrors.otherColumns(path, differences);
    }
    Set<String> wantedPartitions = new HashSet<>(table.partitionColumns());
    if (!wantedPartitions.equals(new HashSet<>(snapshot.partitionColumns()))) {
      throw TableErrors.otherPartitions(
          path, snapshot.partitionColumns(), table.partitionColumns());
    }
    TableContract.check(snapshot, table);
    Metadata metadata = snapshot.kernel().getMetadata();
    checkFeatures(
        path, metadata.getConfiguration(), metadata.getSchema(), snapshot.kernel().getProtocol());
    checkWritable(path);
  }

  /** Accepts a table that is about to be created if {@link #check} will accept it then. */
  void checkNew(String path, Transaction creation, Engine engine) {
    Row state = creation.getTransactionState(engine);
    checkFeatures(
        path,
        TransactionStateRow.getConfiguration(state),
        creation.getSchema(engine),
        ((TransactionImpl) creation).getProtocol());
  }

  /** Accepts a table whose rows can all be replaced in one commit by those of the job. */
  void checkReplaceable(TableSnapshot snapshot) {
    String path = snapshot.path();
    SnapshotImpl kernel = snapshot.kernel();
    checkProtocol(path, kernel.getProtocol());
    requireNoColumnMapping(path, kernel.getMetadata().getConfiguration());
    Optional<TableRedefinition> replacement =
        TableRedefinition.replacement(snapshot, table, upsert);
    Metadata metadata = replacement.map(TableRedefinition::metadata).orElseGet(kernel::getMetadata);
    checkFeatures(
        path,
        metadata.getConfiguration(),
        metadata.getSchema(),
        replacement.map(TableRedefinition::protocol).orElseGet(kernel::getProtocol));
    // Kernel refuses to remove and add rows in one commit of such tables.
    requireNotAppendOnly(path, metadata.getConfiguration(), "Replacing all rows");
    requireNoChangeDataFeed(path, metadata.getConfiguration());
    checkWritable(path);
  }

  private StructType columns() {
    return DeltaSchema.toDelta(table.rowType(), table.columnComments());
  }

  /** On local disks only: object stores tell by a failed write. */
  private static void checkWritable(String path) {
    URI uri = new Path(path).toUri();
    if ("file".equals(uri.getScheme())) {
      File directory = new File(uri.getPath());
      if (!directory.canWrite() || !new File(directory, "_delta_log").canWrite()) {
        throw TableErrors.notWritable(path, null);
      }
    }
  }

  private void checkFeatures(
      String path, Map<String, String> properties, StructType schema, Protocol protocol) {
    checkProtocol(path, protocol);
    checkProperties(path, properties, upsert);
    for (StructField field : schema.fields()) {
      checkColumn(path, field);
    }
    if (!upsert) {
      return;
    }
    if (protocol.getWriterFeatures().contains("rowTracking")) {
      throw TableErrors.unsupportedFeature(
          path, "row tracking", "Drop the feature with ALTER TABLE ... DROP FEATURE rowTracking.");
    }
    if (!isTrue(properties, "delta.enableDeletionVectors")) {
      throw TableErrors.noDeletionVectors(path);
    }
  }

  /** Refuses properties that the sink cannot keep. */
  static void checkProperties(String path, Map<String, String> properties, boolean upsert) {
    requireNoColumnMapping(path, properties);
    properties.keySet().stream()
        .filter(key -> key.startsWith("delta.constraints."))
        .findFirst()
        .ifPresent(
            key -> {
              throw TableErrors.unsupportedFeature(
                  path,
                  "the constraint " + key.substring("delta.constraints.".length()),
                  "Drop it with ALTER TABLE ... DROP CONSTRAINT, and use an expectation instead.");
            });
    if (upsert) {
      requireNotAppendOnly(path, properties, "Updates and deletes");
      requireNoChangeDataFeed(path, properties);
    }
  }

  private static void checkProtocol(String path, Protocol protocol) {
    Set<String> features = new TreeSet<>(protocol.getWriterFeatures());
    features.addAll(protocol.getReaderFeatures());
    protocol.getImplicitlySupportedFeatures().forEach(f -> features.add(f.featureName()));
    features.removeAll(KEPT);
    if (!features.isEmpty()) {
      throw TableErrors.unsupportedFeature(
          path,
          "the table feature " + features.iterator().next(),
          "Drop it with ALTER TABLE ... DROP FEATURE, or write to another table.");
    }
    if (protocol.getMinWriterVersion() > TableFeatures.TABLE_FEATURES_MIN_WRITER_VERSION) {
      throw TableErrors.unsupportedFeature(
          path,
          "version " + protocol.getMinWriterVersion() + " of the protocol for writers",
          "Write to another table, or use a newer version of this project.");
    }
  }

  private static void requireNoColumnMapping(String path, Map<String, String> properties) {
    if (ColumnMapping.getColumnMappingMode(properties) != ColumnMapping.ColumnMappingMode.NONE) {
      throw TableErrors.unsupportedFeature(
          path, "column mapping", "Write to a table without delta.columnMapping.mode.");
    }
  }

  static void requireNotAppendOnly(TableSnapshot snapshot, String who) {
    requireNotAppendOnly(snapshot.path(), snapshot.kernel().getMetadata().getConfiguration(), who);
  }

  private static void requireNotAppendOnly(
      String path, Map<String, String> properties, String who) {
    if (isTrue(properties, "delta.appendOnly")) {
      throw TableErrors.unsupportedFeature(path, "delta.appendOnly", who + " need it unset.");
    }
  }

  private static void requireNoChangeDataFeed(String path, Map<String, String> properties) {
    if (isTrue(properties, "delta.enableChangeDataFeed")) {
      throw TableErrors.unsupportedFeature(
          path, "the change data feed", "Unset delta.enableChangeDataFeed on the table.");
    }
  }

  private static void checkColumn(String path, StructField field) {
    Map<String, String> refused =
        Map.of(
            "delta.generationExpression", "the generated column ",
            "delta.identity.start", "the identity column ",
            "delta.invariants", "an invariant on column ");
    refused.forEach(
        (key, what) -> {
          if (field.getMetadata().contains(key)) {
            throw TableErrors.unsupportedFeature(
                path, what + field.getName(), "Write to a table without it.");
          }
        });
  }

  private static boolean isTrue(Map<String, String> properties, String key) {
    return Boolean.parseBoolean(properties.getOrDefault(key, "false"));
  }
}
