/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedTarget;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/**
 * How the rows of a table are made, as the table itself says it in its properties: what must not
 * change while it has rows.
 */
final class TableContract {

  /** The type of the sequence that decided which rows are there. */
  static final String SEQUENCE = DeltaTable.CONTRACT_PREFIX + "sequence";

  /** The columns whose change begins a row of a history. */
  static final String TRACKED = DeltaTable.CONTRACT_PREFIX + "tracked";

  /** That NULLs kept values: which event set a value of a row, only the state knows. */
  static final String IGNORE_NULLS = DeltaTable.CONTRACT_PREFIX + "ignore-nulls";

  /** What of which table a snapshot's rows are. */
  static final String SNAPSHOT = DeltaTable.CONTRACT_PREFIX + "snapshot";

  /** What the rows of a materialized view are made by. */
  static final String QUERY = DeltaTable.CONTRACT_PREFIX + "query";

  private TableContract() {}

  static DeltaTable of(ResolvedTarget target, DeltaTable table) {
    if (target.isMaterializedView()) {
      DeltaTable view = table.withProperty(QUERY, target.viewQuery());
      return target.isKeyed() ? view.withKeys(target.tableKeys()) : view;
    }
    if (!target.upsert()) {
      return table;
    }
    DeltaTable keyed =
        table.withKeys(target.tableKeys()).withProperty(SEQUENCE, sequence(target.sequenceTypes()));
    if (target.history() != null) {
      return keyed.withProperty(TRACKED, target.history().trackedText());
    }
    return target.ignoresNulls() ? keyed.withProperty(IGNORE_NULLS, "true") : keyed;
  }

  private static String sequence(List<LogicalType> types) {
    String fields = types.stream().map(TableContract::text).collect(Collectors.joining(", "));
    return types.size() == 1 ? fields : "STRUCT<" + fields + ">";
  }

  /** Texts of every declared length are one type, as in the table. */
  private static String text(LogicalType type) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING)
        ? "STRING"
        : type.copy(true).asSummaryString();
  }

  /**
   * A JSON object. The columns that ROWS CHANGED compares are named only where the statement names
   * them: a column that the source gets doesn't change it otherwise.
   */
  static String of(ResolvedSnapshot snapshot, ResolvedTarget source) {
    List<String> columns = source.rowType().getFieldNames();
    ObjectNode contract = JsonNodeFactory.instance.objectNode();
    contract.put("of", source.name().toString());
    contract.put("rows", snapshot.changedOnly() ? "CHANGED" : "ALL");
    if (snapshot.changedOnNamed()) {
      ArrayNode on = contract.putArray("on");
      snapshot.changedOn().stream().sorted().map(columns::get).forEach(on::add);
    }
    contract.put("eventTime", columns.get(snapshot.eventTime()));
    contract.put("zone", snapshot.zone().getId());
    return contract.toString();
  }
}
