/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.SimpleSelect;
import dev.deltacdc.job.pipeline.SqlText;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;

/** Carries the origin of rows through queries that keep rows apart. */
final class Origins {

  private final Scope scope;
  private final Planner planner;

  Origins(Scope scope, Planner planner) {
    this.scope = scope;
    this.planner = planner;
  }

  /**
   * The query with the origin as an additional column, the last unless the query selects a star.
   * Empty if its rows do not come from single rows of a relation that has origins.
   */
  Optional<String> carry(SqlText query, Namespace namespace, List<String> columns) {
    Optional<SimpleSelect> simple = SimpleSelect.of(query, namespace);
    Optional<Scope.Visible> relation = simple.flatMap(select -> scope.find(select.table()));
    if (relation.isEmpty() || relation.get().withOrigin() == null) {
      return Optional.empty();
    }
    SimpleSelect select = simple.get();
    String alias = Sql.quoted(select.alias());
    String origin = select.star() ? "" : ", " + alias + "." + Sql.quoted(EventOrigin.COLUMN);
    String carried =
        "SELECT "
            + select.list()
            + origin
            + " FROM "
            + relation.get().withOrigin().asSerializableString()
            + " AS "
            + alias
            + " "
            + select.rest();
    try {
      List<String> names = planner.plan(carried, namespace).getFieldNames();
      return names.contains(EventOrigin.COLUMN) && names.containsAll(columns)
          ? Optional.of(carried)
          : Optional.empty();
    } catch (ValidationException | TableException e) {
      return Optional.empty(); // an aggregate, say: its rows come from many
    }
  }
}
