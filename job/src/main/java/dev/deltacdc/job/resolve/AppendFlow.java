/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.AppendFlowSpec;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.SqlText;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * An append flow whose query plans.
 *
 * @param text the query as it is planned
 * @param carried the query with the origin column, {@code null} if it cannot be carried
 */
record AppendFlow(AppendFlowSpec spec, String text, RowType output, @Nullable String carried)
    implements TargetFlow {

  @Override
  public String name() {
    return spec.name().text();
  }

  @Override
  public Position position() {
    return spec.name().position();
  }

  AppendFlow withoutOrigin() {
    return new AppendFlow(spec, text, output, null);
  }

  /** The target's columns, the expectations, the origin. */
  String sql(List<String> targetColumns, List<String> casts, List<SqlText> expectations) {
    String origin = carried == null ? "" : ", " + Sql.quoted(EventOrigin.COLUMN);
    List<String> inner = new ArrayList<>();
    for (int i = 0; i < targetColumns.size(); i++) {
      inner.add(casts.get(i) + " AS " + Sql.quoted(targetColumns.get(i)));
    }
    StringBuilder sql = new StringBuilder("SELECT ").append(Sql.list(targetColumns));
    for (SqlText condition : expectations) {
      sql.append(", ((").append(condition.text()).append("\n)) IS TRUE");
    }
    return sql.append(origin)
        .append(" FROM (SELECT ")
        .append(String.join(", ", inner))
        .append(origin)
        .append(" FROM (")
        .append(carried == null ? text : carried)
        .append("\n)) AS ")
        .append(Sql.quoted(spec.target().parts().get(spec.target().parts().size() - 1)))
        .toString();
  }
}
