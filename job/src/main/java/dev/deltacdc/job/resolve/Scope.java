/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.TableReferences;
import dev.deltacdc.job.pipeline.ViewSpec;
import dev.deltacdc.job.source.SnapshotFiles;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.types.logical.RowType;

/**
 * The sources, views and targets that were resolved so far, and the names that the file declares.
 */
final class Scope {

  /**
   * A relation that queries can read.
   *
   * @param columns what users see
   * @param withOrigin the same relation with the origin column, {@code null} if it has none
   */
  record Visible(
      TableName name,
      RowType columns,
      ObjectIdentifier visible,
      @Nullable ObjectIdentifier withOrigin) {

    /** As what stands after FROM, under its own name. */
    String from() {
      return alias(withOrigin == null ? visible : withOrigin);
    }

    /** The same without the origin column. */
    String fromVisible() {
      return alias(visible);
    }

    private String alias(ObjectIdentifier table) {
      return table.asSerializableString() + " AS " + Sql.quoted(visible.getObjectName());
    }
  }

  private final Pipeline pipeline;
  private final Map<TableName, Visible> readable = new LinkedHashMap<>();
  private final Set<TableName> failed = new HashSet<>();
  private final Set<TableName> changed = new HashSet<>();
  private final Set<TableName> histories = new HashSet<>();
  private final Set<TableName> materialized = new HashSet<>();
  private final Map<TableName, ObjectIdentifier> rows = new HashMap<>();

  Scope(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  void add(Visible relation) {
    readable.put(relation.name(), relation);
  }

  /** A relation with an error of its own: what reads it is not blamed. */
  void fail(TableName name) {
    failed.add(name);
  }

  /** A table that is read as its changes, or a view that hands them on. */
  void addChanged(TableName name) {
    changed.add(name);
  }

  boolean isChanged(TableName name) {
    return changed.contains(name);
  }

  /** Whether a query that names it gets changes: of a table where it says STREAM. */
  boolean readsChanges(SqlText query, TableName name) {
    return isChanged(name) && (query.streamed().contains(name.position()) || !isTarget(name));
  }

  /** A table that is read as its changes and, under another name, as its rows. */
  void addRows(TableName name, ObjectIdentifier asRows) {
    rows.put(name, asRows);
  }

  boolean isReadBothWays(TableName name) {
    return rows.containsKey(name);
  }

  /** The query with the other name of a table where it reads its rows. */
  String text(SqlText query, Namespace namespace) {
    return TableReferences.replaced(
        query,
        namespace,
        name ->
            query.streamed().contains(name.position())
                ? Optional.empty()
                : Optional.ofNullable(rows.get(name)).map(ObjectIdentifier::asSerializableString));
  }

  /** A materialized view, which has no stream. */
  void addMaterialized(TableName name) {
    materialized.add(name);
  }

  boolean isMaterialized(TableName name) {
    return materialized.contains(name);
  }

  /** A table of SCD type 2, which has no stream. */
  void addHistory(TableName name) {
    histories.add(name);
  }

  boolean isHistory(TableName name) {
    return histories.contains(name);
  }

  boolean hasFailed(TableName name) {
    return failed.contains(name);
  }

  Optional<Visible> find(TableName name) {
    return Optional.ofNullable(readable.get(name));
  }

  /** The statement that declares a source. */
  Optional<SourceSpec> source(TableName name) {
    return pipeline.sources().stream().filter(source -> source.name().equals(name)).findFirst();
  }

  /** Whether it is a location that is read again and again, as full snapshots. */
  boolean isReread(TableName name) {
    return source(name)
        .map(SourceSpec::options)
        .flatMap(SnapshotFiles::of)
        .filter(SnapshotFiles::isReread)
        .isPresent();
  }

  /** Whether a missing name is an error of the file: not if its statement may be unreadable. */
  boolean isComplete() {
    return pipeline.complete();
  }

  boolean isTarget(TableName name) {
    return pipeline.tables().stream().anyMatch(table -> table.name().equals(name));
  }

  Collection<String> sourceNames() {
    return Stream.of(
            pipeline.sources().stream().map(SourceSpec::name),
            pipeline.views().stream().map(ViewSpec::name),
            pipeline.tables().stream().map(StreamingTableSpec::name))
        .flatMap(names -> names)
        .map(TableName::toString)
        .toList();
  }

  /** What has the name, if it is no streaming table. */
  Optional<String> otherKind(TableName name) {
    if (pipeline.sources().stream().anyMatch(source -> source.name().equals(name))) {
      return Optional.of("source");
    }
    if (pipeline.views().stream().anyMatch(view -> view.name().equals(name))) {
      return Optional.of("view");
    }
    return isSnapshot(name) ? Optional.of("snapshot table") : Optional.empty();
  }

  boolean isSnapshot(TableName name) {
    return pipeline.snapshots().stream().anyMatch(snapshot -> snapshot.name().equals(name));
  }

  Collection<String> targetNames() {
    return pipeline.tables().stream()
        .map(StreamingTableSpec::name)
        .map(TableName::toString)
        .toList();
  }

  /** Where the relation with its hidden columns is registered. */
  static ObjectIdentifier hidden(TableName name) {
    ObjectIdentifier visible = PipelineCatalogs.identifier(name);
    return ObjectIdentifier.of(
        visible.getCatalogName(),
        visible.getDatabaseName(),
        EventOrigin.HIDDEN_PREFIX + visible.getObjectName());
  }

  /** The names of a list that queries can read. */
  List<TableName> known(List<TableName> names) {
    return names.stream().distinct().filter(readable::containsKey).toList();
  }
}
