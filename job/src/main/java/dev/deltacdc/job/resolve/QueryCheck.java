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
import java.util.Optional;
import org.apache.flink.table.types.logical.RowType;

/** A query of the file: do its tables exist, does it plan, which columns has it. */
final class QueryCheck {

  private QueryCheck() {}

  static Optional<RowType> of(SqlText query, Namespace namespace, Scope scope, Planner planner) {
    List<TableName> references = TableReferences.in(query, namespace);
    for (TableName name : references) {
      if (name.parts().stream().anyMatch(ColumnNames::isHidden)) {
        planner.diagnostics().error(ResolveErrors.reserved(name.position(), "name " + name));
        return Optional.empty();
      }
      if (scope.hasFailed(name)) {
        return Optional.empty(); // its own error is reported
      }
      if (scope.isHistory(name)) {
        planner.diagnostics().error(DownstreamErrors.readsHistory(name));
        return Optional.empty();
      }
      if (scope.isSnapshot(name)) {
        planner.diagnostics().error(DownstreamErrors.readsSnapshots(name));
        return Optional.empty();
      }
      Optional<Problem> unseen =
          scope.isChanged(name) ? ChangesCheck.of(query, name) : Optional.empty();
      if (unseen.isPresent()) {
        planner.diagnostics().error(unseen.get());
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
    return planner.query(query, namespace, columns);
  }
}
