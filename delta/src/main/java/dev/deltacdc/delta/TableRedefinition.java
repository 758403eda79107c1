/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.data.TransactionStateRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an existing table's metadata is to become.
 *
 * <p>Kernel changes the columns of a table with column mapping only, and its transaction that
 * replaces a table takes no transaction id and gives the table another id. So Kernel's replacement
 * is built only to let Kernel check the definition and find the protocol that it needs; the
 * metadata action is made here. The table's id, name and time of creation stay: it is the same
 * table, with its history.
 *
 * @param clusterColumns the new clustering, absent when it stays
 */
record TableRedefinition(
    Metadata metadata, Protocol protocol, Optional<List<Column>> clusterColumns) {

  /**
   * What a job's definition adds to a table whose rows stay: columns, wider types, contract.
   *
   * @return empty when the table has it all
   */
  static Optional<TableRedefinition> additions(TableSnapshot table, DeltaTable wanted) {
    StructType columns =
        SchemaComparison.merged(
            DeltaSchema.toDelta(wanted.rowType(), wanted.columnComments()), table.schema());
    Map<String, String> properties = new HashMap<>(TableContract.of(wanted.properties()));
    if (TypeWidening.isWanted(wanted)
        && !TypeWidening.changes(columns).equals(TypeWidening.changes(table.schema()))) {
      properties.put(DeltaTable.TYPE_WIDENING, "true");
    }
    return differing(
        table,
        columns,
        table.partitionColumns(),
        Optional.empty(),
        properties,
        table.kernel().getMetadata().getConfiguration(),
        table.comment());
  }

  /**
   * What a table becomes whose rows are all replaced: columns, partitions, clustering and contract
   * are those of the definition, which also wins in properties and comments; those that it doesn't
   * name stay.
   *
   * @return empty when the table is like that already
   */
  static Optional<TableRedefinition> replacement(
      TableSnapshot table, DeltaTable wanted, boolean deletionVectors) {
    Map<String, String> properties = new HashMap<>(wanted.properties());
    if (deletionVectors) {
      properties.put("delta.enableDeletionVectors", "true");
    }
    return differing(
        table,
        withComments(
            DeltaSchema.toDelta(wanted.rowType(), wanted.columnComments()), table.schema()),
        wanted.partitionColumns(),
        Optional.of(wanted.clusterColumns().stream().map(Column::new).toList()),
        properties,
        TableContract.without(table.kernel().getMetadata().getConfiguration()),
        Optional.ofNullable(wanted.comment()).or(table::comment));
  }

  private static Optional<TableRedefinition> differing(
      TableSnapshot table,
      StructType columns,
      List<String> partitionColumns,
      Optional<List<Column>> clusterColumns,
      Map<String, String> newProperties,
      Map<String, String> otherProperties,
      Optional<String> comment) {
    SnapshotImpl kernel = table.kernel();
    TransactionImpl checked =
        checked(table, columns, partitionColumns, clusterColumns.orElse(List.of()), newProperties);
    Map<String, String> properties = new HashMap<>(otherProperties);
    properties.putAll(
        TransactionStateRow.getConfiguration(checked.getTransactionState(table.engine())));
    Metadata old = kernel.getMetadata();
    Metadata metadata =
        new Metadata(
            old.getId(),
            old.getName(),
            comment,
            old.getFormat(),
            columns.toJson(),
            columns,
            VectorUtils.buildArrayValue(partitionColumns, StringType.STRING),
            old.getCreatedTime(),
            VectorUtils.stringStringMapValue(properties));
    Optional<List<Column>> newClustering =
        clusterColumns.filter(
            wanted -> !wanted.equals(kernel.getPhysicalClusteringColumns().orElse(List.of())));
    boolean same =
        metadata.equals(old)
            && checked.getProtocol().equals(kernel.getProtocol())
            && newClustering.isEmpty();
    return same
        ? Optional.empty()
        : Optional.of(new TableRedefinition(metadata, checked.getProtocol(), newClustering));
  }

  /** Kernel's opinion of the definition; never committed. */
  private static TransactionImpl checked(
      TableSnapshot table,
      StructType columns,
      List<String> partitionColumns,
      List<Column> clusterColumns,
      Map<String, String> properties) {
    DataLayoutSpec layout = DataLayoutSpec.noDataLayout();
    if (!partitionColumns.isEmpty()) {
      layout = DataLayoutSpec.partitioned(partitionColumns.stream().map(Column::new).toList());
    } else if (!clusterColumns.isEmpty()) {
      layout = DataLayoutSpec.clustered(clusterColumns);
    }
    try {
      return (TransactionImpl)
          table
              .kernel()
              .buildReplaceTableTransaction(columns, TableCommit.ENGINE_INFO)
              .withTableProperties(properties)
              .withDataLayoutSpec(layout)
              .build(table.engine());
    } catch (KernelException | IllegalArgumentException | UnsupportedOperationException e) {
      throw TableErrors.invalidDefinition(table.path(), e);
    }
  }

  /** A column that the definition leaves without comment keeps the one it has. */
  private static StructType withComments(StructType wanted, StructType actual) {
    return new StructType(
        wanted.fields().stream()
            .map(
                field -> {
                  String comment =
                      actual.indexOf(field.getName()) < 0
                          ? null
                          : DeltaSchema.comment(actual.get(field.getName()));
                  return DeltaSchema.comment(field) != null || comment == null
                      ? field
                      : DeltaSchema.withComment(field, comment);
                })
            .toList());
  }
}
