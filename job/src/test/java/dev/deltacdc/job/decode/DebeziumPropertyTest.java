/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.junit.jupiter.api.Test;

/**
 * A database that changes at random and logs it as Debezium would, with a connector of random
 * habits: applied one after the other, the decoded rows give its table.
 */
class DebeziumPropertyTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int OP = 3;

  /** How much of old rows a database logs. */
  private enum Identity {
    /** Everything: Postgres with REPLICA IDENTITY FULL, MySQL, SQL Server. */
    FULL,
    /** The key, and in updates only if it changes: Postgres by default. */
    KEY,
    /** Nothing: the Kafka key tells what was deleted; keys do not change. */
    NOTHING
  }

  @Test
  void theRowsGiveTheDatabasesTable() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Identity identity = Identity.values()[seed % 3];
      boolean wrapped = random.nextBoolean();
      Debezium debezium = Debezium.events();
      Map<Integer, String> database = new HashMap<>();
      Map<Integer, String> table = new HashMap<>();
      for (int i = 0; i < 200; i++) {
        Change change = change(database, identity, random);
        String value = event(change, random);
        EncodedRecord record =
            new EncodedRecord(
                (wrapped ? Debezium.wrapped(value) : value).getBytes(UTF_8),
                null,
                ("{\"id\":" + change.key + "}").getBytes(UTF_8));
        List<GenericRowData> rows = new ArrayList<>();
        debezium.decoder().decode(record, rows::add);
        assertThat(rows).as("seed %d: %s", seed, value).hasSizeBetween(1, 2);
        for (GenericRowData row : rows) {
          if (row.getString(OP).toString().equals("d")) {
            table.remove(row.getInt(0));
          } else {
            table.put(row.getInt(0), row.getString(1).toString());
          }
        }
        assertThat(table).as("seed %d: %s", seed, value).isEqualTo(database);
      }
    }
  }

  private record Change(
      String op,
      int key,
      @Nullable Map<String, Object> before,
      @Nullable Map<String, Object> after) {}

  private static Change change(Map<Integer, String> database, Identity identity, Random random) {
    int id = random.nextInt(8);
    String valor = "v" + random.nextInt(100);
    String old = database.get(id);
    if (old == null) {
      database.put(id, valor);
      return new Change(random.nextInt(5) == 0 ? "r" : "c", id, null, row(id, valor));
    }
    Map<String, Object> full = row(id, old);
    Map<String, Object> onlyKey = new LinkedHashMap<>(row(id, null));
    if (random.nextInt(3) == 0) {
      database.remove(id);
      Map<String, Object> before =
          switch (identity) {
            case FULL -> full;
            case KEY -> onlyKey;
            case NOTHING -> null;
          };
      return new Change("d", id, before, null);
    }
    int to = random.nextInt(8);
    boolean rekeyed = identity != Identity.NOTHING && !database.containsKey(to);
    if (rekeyed) {
      database.remove(id);
    }
    int now = rekeyed ? to : id;
    database.put(now, valor);
    Map<String, Object> before =
        switch (identity) {
          case FULL -> full;
          case KEY -> rekeyed ? onlyKey : null;
          case NOTHING -> null;
        };
    return new Change("u", now, before, row(now, valor));
  }

  private static Map<String, Object> row(int id, @Nullable String valor) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", id);
    row.put("valor", valor);
    row.put("preco", null);
    return row;
  }

  /** With its fields in any order, and without those that are null in some events. */
  private static String event(Change change, Random random) throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("before", change.before);
    fields.put("after", change.after);
    fields.put("op", change.op);
    fields.put("ts_ms", random.nextInt());
    fields.put("source", Map.of("before", Map.of("id", -1), "op", "x"));
    fields.put("transaction", null);
    if (random.nextBoolean()) {
      fields.values().removeIf(value -> value == null);
    }
    List<String> names = new ArrayList<>(fields.keySet());
    Collections.shuffle(names, random);
    Map<String, Object> shuffled = new LinkedHashMap<>();
    names.forEach(name -> shuffled.put(name, fields.get(name)));
    return JSON.writeValueAsString(shuffled);
  }
}
