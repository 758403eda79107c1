/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.io.Serializable;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * How records of a source are written and what they become.
 *
 * @param kind JSON or CSV
 * @param csv how CSV is written; of no effect for JSON
 * @param rowType the columns
 * @param zone where a time without zone is, for TIMESTAMP_LTZ columns
 */
public record RecordFormat(Kind kind, CsvOptions csv, RowType rowType, ZoneId zone)
    implements Serializable {

  /** The formats. */
  public enum Kind {
    JSON,
    CSV
  }

  /** A new decoder. */
  public RecordDecoder decoder() {
    return switch (kind) {
      case JSON -> new JsonDecoder(rowType, zone);
      case CSV -> new CsvDecoder(rowType, csv, zone);
    };
  }

  /** Which columns a format cannot give, and why; empty if it can give them all. */
  public static List<String> problems(Kind kind, RowType rowType) {
    List<String> problems = new ArrayList<>();
    for (RowType.RowField field : rowType.getFields()) {
      check(kind, field.getName(), field.getType(), problems);
    }
    return problems;
  }

  private static void check(Kind kind, String path, LogicalType type, List<String> problems) {
    String where = "column '" + path + "'";
    switch (type.getTypeRoot()) {
      case ARRAY, MAP, ROW -> {
        if (kind == Kind.CSV) {
          problems.add(
              where
                  + ": the csv format has no "
                  + type.getTypeRoot()
                  + "; declare STRING, or use the json format");
          return;
        }
        if (type instanceof MapType map && !TextValues.isScalar(map.getKeyType())) {
          problems.add(where + ": a MAP's keys cannot be " + map.getKeyType().asSummaryString());
          return;
        }
        if (type instanceof MapType map) {
          check(kind, path, map.getValueType(), problems);
        } else if (type instanceof ArrayType array) {
          check(kind, path, array.getElementType(), problems);
        } else {
          for (RowType.RowField field : ((RowType) type).getFields()) {
            check(kind, path + "." + field.getName(), field.getType(), problems);
          }
        }
      }
      default -> {
        if (!TextValues.isScalar(type)) {
          problems.add(
              where
                  + ": "
                  + type.copy(true).asSummaryString()
                  + " cannot be read from files or Kafka; declare STRING or BIGINT and convert it");
        }
      }
    }
  }
}
