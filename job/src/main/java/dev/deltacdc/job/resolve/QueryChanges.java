/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.deltacdc.functions.event.EventOrigin;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.catalog.ObjectIdentifier;

/**
 * What Flink's planner knows of the changes that a query gives.
 *
 * @param insertOnly whether it only ever adds rows
 * @param upsertKey indexes of the columns by which its changes replace each other: no two rows have
 *     the same at a time, and the changes of one are in order; empty: there are none
 * @param materialize whether changes by the key that was asked for must be put in order first: it
 *     is another one than the query's
 */
record QueryChanges(boolean insertOnly, List<Integer> upsertKey, boolean materialize) {
  private static final JsonMapper JSON = new JsonMapper();

  QueryChanges {
    upsertKey = List.copyOf(upsertKey);
  }

  /**
   * Plans a query into a table with a key.
   *
   * @param key indexes of the key among the query's columns, empty: the table has none
   */
  static QueryChanges of(PlannedQuery query, List<Integer> key, Planner planner) {
    ObjectIdentifier result =
        ObjectIdentifier.of(
            PipelineCatalogs.CATALOG,
            PipelineCatalogs.DATABASE,
            EventOrigin.HIDDEN_PREFIX + "result");
    planner.register(result, KeyedSchema.of(query.rowType(), key));
    try {
      Table table = query.table(planner.env());
      return read(table.insertInto(result.asSerializableString()).compilePlan().asJsonString());
    } finally {
      planner.env().dropTemporaryTable(result.asSerializableString());
    }
  }

  private static QueryChanges read(String plan) {
    try {
      for (JsonNode node : JSON.readTree(plan).get("nodes")) {
        if (node.get("type").asText().startsWith("stream-exec-sink")) {
          return read(node);
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Flink's plan is no JSON", e);
    }
    throw new IllegalStateException("Flink's plan has no sink: " + plan);
  }

  private static QueryChanges read(JsonNode sink) {
    JsonNode kinds = sink.get("inputChangelogMode");
    List<Integer> upsertKey = new ArrayList<>();
    sink.path("inputUpsertKey").forEach(index -> upsertKey.add(index.asInt()));
    return new QueryChanges(
        kinds.size() == 1, upsertKey, sink.path("requireUpsertMaterialize").asBoolean(false));
  }
}
