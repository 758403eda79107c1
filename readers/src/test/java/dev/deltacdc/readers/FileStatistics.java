/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What the log says about a data file must hold of its rows, since readers leave out files by it
 * and answer counts from it.
 */
final class FileStatistics {
  /** Reading it takes longer than reading a small file. */
  private static final Configuration CONFIGURATION = new Configuration();

  /** Decimals of 38 digits among the bounds. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final String path;
  private final JsonNode stats;
  private final Set<?> partitionColumns;
  private final long deleted;
  private final List<Row> rows;
  private final StructType schema;

  /**
   * An AddFile action.
   *
   * @param path relative to the table, encoded
   * @param deleted rows that its deletion vector deletes, 0: it has none
   * @param rows those of the file that are not deleted; their first columns are the table's
   */
  FileStatistics(
      String path,
      String stats,
      Set<?> partitionColumns,
      long deleted,
      StructType schema,
      List<Row> rows)
      throws IOException {
    this.path = path;
    this.stats = JSON.readTree(stats);
    this.partitionColumns = partitionColumns;
    this.deleted = deleted;
    this.schema = schema;
    this.rows = rows;
  }

  /** Rows in the file, deleted ones among them. */
  void checkRecordCount(Path table) throws IOException {
    long records = stats.get("numRecords").asLong();
    assertThat(records).as("numRecords of %s", path).isEqualTo(rows.size() + deleted);
    URI file = table.toUri().resolve(path);
    try (ParquetFileReader footer =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file), CONFIGURATION))) {
      assertThat(footer.getRecordCount()).as("rows in %s", path).isEqualTo(records);
    }
  }

  /** Bounds and numbers of NULLs: exact, or too wide where rows were deleted. */
  void checkColumns() {
    assertThat(stats.path("tightBounds").asBoolean(true))
        .as("tightBounds of %s", path)
        .isEqualTo(deleted == 0);
    for (int i = 0; i < schema.size(); i++) {
      int column = i;
      StructField field = schema.fields()[column];
      if (!partitionColumns.contains(field.name())) {
        checkNulls(field.name(), column);
        Function<Object, Object> parsed = comparable(field.dataType());
        JsonNode least = stats.path("minValues").path(field.name());
        JsonNode greatest = stats.path("maxValues").path(field.name());
        if (least.isNull() && greatest.isNull()) {
          assertThat(rows).as("%s of %s", field.name(), path).allMatch(row -> row.isNullAt(column));
        } else if (parsed != null && !least.isMissingNode()) {
          checkBounds(field, column, parsed, least, greatest);
        }
      }
    }
  }

  private void checkNulls(String name, int column) {
    JsonNode count = stats.path("nullCount").path(name);
    if (count.isNumber()) {
      long nulls = rows.stream().filter(row -> row.isNullAt(column)).count();
      String as = "nullCount of %s in %s".formatted(name, path);
      if (deleted > 0) {
        assertThat(count.asLong()).as(as).isGreaterThanOrEqualTo(nulls);
      } else {
        assertThat(count.asLong()).as(as).isEqualTo(nulls);
      }
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private void checkBounds(
      StructField field,
      int column,
      Function<Object, Object> parsed,
      JsonNode least,
      JsonNode greatest) {
    Comparable min = (Comparable) parsed.apply(least.asText());
    Comparable max = (Comparable) upTo(parsed.apply(greatest.asText()));
    String as = "%s of %s, %s to %s".formatted(field.name(), path, least, greatest);
    for (Row row : rows) {
      if (!row.isNullAt(column)) {
        Comparable value = (Comparable) parsed.apply(row.get(column).toString());
        assertThat(min.compareTo(value)).as("%s, %s", as, value).isLessThanOrEqualTo(0);
        assertThat(max.compareTo(value)).as("%s, %s", as, value).isGreaterThanOrEqualTo(0);
      }
    }
  }

  /** Readers know that a greatest time may be cut to milliseconds. */
  private static Object upTo(Object greatest) {
    if (greatest instanceof Instant instant) {
      return instant.plusNanos(999_000);
    }
    return greatest instanceof LocalDateTime time ? time.plusNanos(999_000) : greatest;
  }

  /** How a bound and a value become comparable; null for types without bounds. */
  private static Function<Object, Object> comparable(DataType type) {
    if (type.equals(DataTypes.ByteType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.LongType)
        || type instanceof DecimalType) {
      return text -> new BigDecimal(text.toString());
    } else if (type.equals(DataTypes.FloatType) || type.equals(DataTypes.DoubleType)) {
      return text -> Double.valueOf(text.toString());
    } else if (type.equals(DataTypes.StringType)) {
      return text -> new CodePoints(text.toString());
    } else if (type.equals(DataTypes.DateType)) {
      return text -> LocalDate.parse(text.toString());
    } else if (type.equals(DataTypes.TimestampType)) {
      return text -> OffsetDateTime.parse(text.toString()).toInstant();
    } else if (type.equals(DataTypes.TimestampNTZType)) {
      return text -> LocalDateTime.parse(text.toString());
    }
    return null;
  }

  /** Texts are ordered by code point, as their UTF-8 bytes are. */
  private record CodePoints(String text) implements Comparable<CodePoints> {
    @Override
    public int compareTo(CodePoints other) {
      return Arrays.compare(text.codePoints().toArray(), other.text.codePoints().toArray());
    }
  }
}
