/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.TableReferences;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.table.types.logical.RowType;

/** A query of the file: do its tables exist, does it plan, which columns has it. */
final class QueryCheck {

  private QueryCheck() {}

  /** What a query is of. */
  enum Reader {
    /** Of a view, whose rows may change. */
    VIEW,
    /** Of a flow that only adds rows. */
    STREAMING_TABLE
  }

  static Optional<RowType> of(
      SqlText query, Namespace namespace, Reader reader, Scope scope, Planner planner) {
    List<TableName> references = TableReferences.in(query, namespace);
    for (TableName name : references) {
      if (name.parts().stream().anyMatch(ColumnNames::isHidden)) {
        planner.diagnostics().error(ResolveErrors.reserved(name.position(), "name " + name));
        return Optional.empty();
      }
      if (scope.hasFailed(name)) {
        planner.diagnostics().notice(DownstreamErrors.notChecked(name));
        return Optional.empty();
      }
      Optional<Problem> wrong = wrong(query, name, reader, scope);
      if (wrong.isPresent()) {
        planner.diagnostics().error(wrong.get());
        return Optional.empty();
      }
    }
    if (!scope.isComplete()
        && scope.known(references).size() < references.stream().distinct().count()) {
      return Optional.empty();
    }
    List<String> columns =
        scope.known(references).stream()
            .flatMap(name -> scope.find(name).orElseThrow().columns().getFieldNames().stream())
            .toList();
    return planner
        .query(query, namespace, columns)
        .flatMap(
            rowType -> planner.asPlanned(query, scope.text(query, namespace), namespace, rowType));
  }

  /** What is wrong with reading a table as the query does. */
  private static Optional<Problem> wrong(
      SqlText query, TableName name, Reader reader, Scope scope) {
    boolean streamed = query.streamed().contains(name.position());
    if (scope.isHistory(name) && (streamed || reader == Reader.STREAMING_TABLE)) {
      return Optional.of(DownstreamErrors.readsHistory(name));
    }
    if (scope.isSnapshot(name)) {
      return Optional.of(DownstreamErrors.readsSnapshots(name));
    }
    if (scope.isReread(name)) {
      return Optional.of(FullSnapshotErrors.asEvents(name));
    }
    if (scope.isMaterialized(name) && (streamed || reader == Reader.STREAMING_TABLE)) {
      return Optional.of(ViewErrors.streamed(name));
    }
    if (scope.isTarget(name) && isAsOf(query, name)) {
      return Optional.of(ViewErrors.asOf(name));
    }
    if (scope.isReadBothWays(name) && isShadowed(query, name)) {
      return Optional.of(ViewErrors.shadowed(name));
    }
    return scope.readsChanges(query, name) ? ChangesCheck.of(query, name) : Optional.empty();
  }

  /** Whether a common table expression has the name: name AS (…). */
  private static boolean isShadowed(SqlText query, TableName name) {
    List<String> words = query.words().stream().map(SqlText.Word::text).toList();
    for (int i = 0; i + 2 < words.size(); i++) {
      if (words.get(i).replace("`", "").equalsIgnoreCase(name.toString())
          && words.get(i + 1).equalsIgnoreCase("AS")
          && words.get(i + 2).equals("(")) {
        return true;
      }
    }
    return false;
  }

  /** Whether FOR SYSTEM_TIME stands behind the name. */
  private static boolean isAsOf(SqlText query, TableName name) {
    List<String> words =
        query.words().stream()
            .filter(word -> word.position().compareTo(name.position()) > 0)
            .limit(2L * name.parts().size())
            .map(word -> word.text().toUpperCase(Locale.ROOT))
            .toList();
    int last = words.indexOf("SYSTEM_TIME");
    return last > 0 && words.get(last - 1).equals("FOR");
  }
}
