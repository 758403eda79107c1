/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableLayout;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.functions.reject.QuarantineTable;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.Statement;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.UndeclaredTables;
import dev.deltacdc.job.source.DeltaSettings;
import dev.deltacdc.job.topology.Lake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.RowType;

/**
 * Looks into the lake for what a file leaves out: sources that no statement declares, and the
 * columns of Delta tables. A file that declares all is not looked up.
 */
final class LakeSources {

  private final Lake lake;
  private final TableName quarantine;
  private final Path baseDir;
  private final Diagnostics diagnostics;

  /**
   * @param quarantine it can be read before the first run has made it
   * @param baseDir the folder of the pipeline file
   */
  LakeSources(Lake lake, TableName quarantine, Path baseDir, Diagnostics diagnostics) {
    this.lake = lake;
    this.quarantine = quarantine;
    this.baseDir = baseDir;
    this.diagnostics = diagnostics;
  }

  /** The pipeline with a statement for each source, and columns in all that say where they are. */
  Pipeline complete(Pipeline pipeline) {
    List<Statement> statements = new ArrayList<>();
    if (pipeline.complete()) {
      for (TableName name : UndeclaredTables.undeclared(pipeline)) {
        inLake(name).ifPresent(statements::add);
      }
    }
    for (Statement statement : pipeline.statements()) {
      statements.add(
          statement instanceof SourceSpec source && !source.hasColumns() && isDelta(source)
              ? withColumns(source)
              : statement);
    }
    return new Pipeline(pipeline.file(), statements, pipeline.complete());
  }

  private static boolean isDelta(SourceSpec source) {
    return DeltaSettings.CONNECTOR.equals(source.options().get("connector"));
  }

  private Optional<SourceSpec> inLake(TableName name) {
    if (!isFolder(name)) {
      return Optional.empty();
    }
    String path = lake.path(name);
    Optional<RowType> columns = find(name, path, lake.hadoop(), false);
    if (columns.isEmpty() && name.equals(quarantine)) {
      columns = Optional.of(QuarantineTable.ROW_TYPE);
    }
    columns.ifPresent(found -> diagnostics.notice(UndeclaredTables.readFromLake(name)));
    return columns.map(
        found -> SourceSpec.of(name, sql(found), DeltaSettings.CONNECTOR, "table-path", path));
  }

  private boolean isFolder(TableName name) {
    try {
      return !lake.path(name).isEmpty();
    } catch (IllegalArgumentException e) {
      return false; // then it is unknown, as it was
    }
  }

  private SourceSpec withColumns(SourceSpec source) {
    if (!source.options().containsKey("table-path")) {
      return source;
    }
    String path = DeltaSettings.path(source.options(), baseDir);
    long before = diagnostics.errors();
    Optional<RowType> columns =
        find(
            source.name(),
            path,
            DeltaSettings.hadoop(source.options(), lake.hadoop()),
            DeltaSettings.isChangeFeed(source.options()));
    if (columns.isEmpty() && diagnostics.errors() == before) {
      diagnostics.error(
          UndeclaredTables.notRead(source.name(), "There is no Delta table at " + path + "."));
    }
    return columns.map(LakeSources::sql).map(source::withColumns).orElse(source);
  }

  /** Empty if there is none, or none that can be read: then the error is told. */
  private Optional<RowType> find(
      TableName name, String path, Map<String, String> hadoop, boolean changeFeed) {
    try {
      return TableStore.open(path, hadoop)
          .find()
          .map(TableSnapshot::layout)
          .map(layout -> changeFeed ? layout.ofChangeFeed("The table at " + path) : layout)
          .map(TableLayout::rowType);
    } catch (TableException e) {
      diagnostics.error(UndeclaredTables.notRead(name, e.getMessage()));
      return Optional.empty();
    }
  }

  private static String sql(RowType columns) {
    return columns.getFields().stream()
        .map(
            field ->
                "`"
                    + field.getName().replace("`", "``")
                    + "` "
                    + field.getType().copy(true).asSerializableString())
        .collect(Collectors.joining(", "));
  }
}
