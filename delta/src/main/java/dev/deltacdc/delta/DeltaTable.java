/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * A Delta table as a job wants it: created like this when it is absent, checked against this when
 * it exists. An existing table gets nullable columns that it lacks and, where its properties allow
 * it, wider types; nullable columns that the job lacks stay, and are NULL in its rows; other
 * differences of columns or partitions are refused.
 *
 * <p>Properties that begin with {@code deltacdc.} are the table's <em>contract</em>: they say how
 * its rows were made, e.g. by which key. An existing table that states another value is refused;
 * one that states none gets it. Comments, clustering and other properties are set at creation, and
 * when a sink refreshes the table.
 *
 * @param path local path or URI of any Hadoop file system
 * @param rowType all columns, partition columns included
 * @param columnComments comment by column name; columns without one may be absent
 * @param partitionColumns names, in the order of the directories
 * @param clusterColumns names; stored for the OPTIMIZE of readers. Not together with partition
 *     columns
 * @param properties table properties, e.g. {@code delta.logRetentionDuration}, and the contract
 * @param comment the table's description
 */
public record DeltaTable(
    String path,
    RowType rowType,
    Map<String, String> columnComments,
    List<String> partitionColumns,
    List<String> clusterColumns,
    Map<String, String> properties,
    @Nullable String comment)
    implements Serializable {

  /** What the names of the contract's properties begin with. */
  public static final String CONTRACT_PREFIX = "deltacdc.";

  /** The property that allows wider types for columns of a table which has rows. */
  public static final String TYPE_WIDENING = "delta.enableTypeWidening";

  /** The key columns of an upsert table: a JSON array of names, in the key's order. */
  public static final String KEYS = CONTRACT_PREFIX + "keys";

  public DeltaTable {
    columnComments = columnComments == null ? Map.of() : Map.copyOf(columnComments);
    partitionColumns = partitionColumns == null ? List.of() : List.copyOf(partitionColumns);
    clusterColumns = clusterColumns == null ? List.of() : List.copyOf(clusterColumns);
    properties = properties == null ? Map.of() : Map.copyOf(properties);
  }

  /** A table with these columns, without partitions, properties and comments. */
  public static DeltaTable of(String path, RowType rowType) {
    return new DeltaTable(path, rowType, Map.of(), List.of(), List.of(), Map.of(), null);
  }

  /** This table with a property, in place of what the property was. */
  public DeltaTable withProperty(String name, String value) {
    Map<String, String> all = new HashMap<>(properties);
    all.put(name, value);
    return new DeltaTable(
        path, rowType, columnComments, partitionColumns, clusterColumns, all, comment);
  }

  /** This table as one of an upsert sink with these key columns. */
  public DeltaTable withKeys(List<String> keyColumns) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    keyColumns.forEach(names::add);
    return withProperty(KEYS, names.toString());
  }

  /** The key columns that the contract names; empty when it names none. */
  public List<String> keyColumns() {
    List<String> columns = new ArrayList<>();
    try {
      new ObjectMapper()
          .readTree(properties.getOrDefault(KEYS, "[]"))
          .forEach(name -> columns.add(name.asText()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "'" + KEYS + "' is no JSON array of names: " + properties.get(KEYS), e);
    }
    return List.copyOf(columns);
  }

  /** The same table, partitioned by columns. */
  public DeltaTable partitionedBy(List<String> columns) {
    return new DeltaTable(
        path, rowType, columnComments, columns, clusterColumns, properties, comment);
  }
}
