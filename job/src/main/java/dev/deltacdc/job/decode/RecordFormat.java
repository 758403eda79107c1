/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.io.Serializable;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * How records of a source are written and what they become.
 *
 * @param kind how
 * @param csv how CSV is written; of no effect for other kinds
 * @param rowType the columns
 * @param primaryKey the names of those that identify a row, for events of Debezium and headers of
 *     CSV files
 * @param metadata the keys of the format's metadata that follow the columns
 */
public record RecordFormat(
    Kind kind, CsvOptions csv, RowType rowType, List<String> primaryKey, List<String> metadata)
    implements Serializable {

  /** The formats. */
  public enum Kind {
    JSON("json"),
    CSV("csv"),
    RAW("raw"),
    DEBEZIUM_JSON("debezium-json");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The kind that options call so. */
    public static Optional<Kind> of(String text) {
      return Stream.of(values()).filter(kind -> kind.text.equals(text)).findFirst();
    }

    /** What it tells about rows beside their columns, by key. */
    public Map<String, LogicalType> metadata() {
      Map<String, LogicalType> types = new LinkedHashMap<>();
      if (this == DEBEZIUM_JSON) {
        for (DebeziumMetadata metadata : DebeziumMetadata.values()) {
          types.put(metadata.key(), metadata.type());
        }
      }
      return types;
    }

    /** As in options. */
    @Override
    public String toString() {
      return text;
    }
  }

  public RecordFormat {
    primaryKey = List.copyOf(primaryKey);
    metadata = List.copyOf(metadata);
  }

  /** Columns and nothing else. */
  public static RecordFormat of(Kind kind, CsvOptions csv, RowType rowType) {
    return new RecordFormat(kind, csv, rowType, List.of(), List.of());
  }

  /**
   * A new decoder.
   *
   * @param zone where a time without zone is, for TIMESTAMP_LTZ columns
   */
  public RecordDecoder decoder(ZoneId zone) {
    return switch (kind) {
      case JSON -> new JsonDecoder(rowType, zone);
      case CSV -> new CsvDecoder(rowType, primaryKey, csv, zone);
      case RAW -> new RawDecoder(rowType);
      case DEBEZIUM_JSON ->
          new DebeziumDecoder(
              rowType,
              primaryKey,
              metadata.stream().map(key -> DebeziumMetadata.of(key).orElseThrow()).toList(),
              zone);
    };
  }

  /** Which columns a format cannot give, and why; empty if it can give them all. */
  public static List<String> problems(Kind kind, RowType rowType) {
    if (kind == Kind.RAW) {
      return rowType.getFieldCount() == 1 && RawDecoder.gives(rowType.getTypeAt(0))
          ? List.of()
          : List.of("the raw format gives exactly one column, BYTES or STRING");
    }
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
