/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static dev.deltacdc.delta.FileFilter.Comparison.EQUAL;
import static dev.deltacdc.delta.FileFilter.Comparison.GREATER;
import static dev.deltacdc.delta.FileFilter.Comparison.GREATER_OR_EQUAL;
import static dev.deltacdc.delta.FileFilter.Comparison.LESS;
import static dev.deltacdc.delta.FileFilter.Comparison.LESS_OR_EQUAL;
import static dev.deltacdc.delta.FileFilter.Comparison.NOT_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.FileFilter.Compare;
import dev.deltacdc.delta.FileFilter.Comparison;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file with a row that a filter wants is never left out. */
class FilePruningTest {

  private static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new IntType(),
            new VarCharType(VarCharType.MAX_LENGTH),
            new DoubleType(),
            new FloatType(),
            new DecimalType(12, 2),
            new DateType(),
            new LocalZonedTimestampType(6),
            new TimestampType(6)
          },
          new String[] {"i", "s", "d", "f", "n", "day", "ltz", "ntz"});

  private static final long MICROS = 1_767_225_600_000_000L;

  @TempDir Path folder;

  /** A value that the filters compare, and the row that has it in every column; -1 has NULLs. */
  private static RowData row(int value) {
    if (value < 0) {
      return new GenericRowData(TYPE.getFieldCount());
    }
    TimestampData time =
        TimestampData.fromEpochMillis(
            (MICROS + value) / 1000, (int) ((MICROS + value) % 1000) * 1000);
    return GenericRowData.of(
        value,
        StringData.fromString(text(value)),
        value / 10.0,
        value / 10f,
        DecimalData.fromBigDecimal(BigDecimal.valueOf(value, 2), 12, 2),
        (int) LocalDate.of(2026, 1, 1).toEpochDay() + value,
        time,
        time);
  }

  /** Longer than what statistics keep of a text. */
  private static String text(int value) {
    return "%06d in a text that is longer than thirty-two characters".formatted(value);
  }

  private static Object literal(String column, int value) {
    return switch (column) {
      case "i" -> BigDecimal.valueOf(value);
      case "s" -> text(value);
      case "d" -> new BigDecimal(value / 10.0);
      case "f" -> new BigDecimal(value / 10f);
      case "n" -> BigDecimal.valueOf(value, 2);
      case "day" -> BigDecimal.valueOf(LocalDate.of(2026, 1, 1).toEpochDay() + value);
      default -> BigDecimal.valueOf(MICROS + value);
    };
  }

  private static boolean fulfils(int value, Comparison comparison, int wanted) {
    return value >= 0
        && switch (comparison) {
          case EQUAL -> value == wanted;
          case NOT_EQUAL -> value != wanted;
          case LESS -> value < wanted;
          case LESS_OR_EQUAL -> value <= wanted;
          case GREATER -> value > wanted;
          case GREATER_OR_EQUAL -> value >= wanted;
        };
  }

  @ParameterizedTest
  @ValueSource(strings = {"i", "s", "d", "f", "n", "day", "ltz", "ntz"})
  void noFileWithAWantedRowIsLeftOut(String column) {
    Random random = new Random(7);
    TestTable table = TestTable.create(DeltaTable.of(folder.toString(), TYPE), true);
    TableLayout layout = table.snapshot.layout();
    int leftOut = 0;
    for (int round = 0; round < 12; round++) {
      int from = random.nextInt(4000);
      List<Integer> values =
          random.ints(1 + random.nextInt(3), from - 1, from + 1500).boxed().toList();
      List<RowData> rows = new ArrayList<>();
      values.forEach(value -> rows.add(row(value)));
      LiveFile file = new LiveFile(table.write(rows).get(0), null);
      for (Comparison comparison : Comparison.values()) {
        int wanted = random.nextInt(2) == 0 ? random.nextInt(5500) : Math.max(0, values.get(0));
        FileFilter filter = new Compare(column, comparison, literal(column, wanted));
        boolean kept = new FilePruning(layout, filter).test(file);
        if (values.stream().anyMatch(value -> fulfils(value, comparison, wanted))) {
          assertThat(kept).as("%s %s %d in %s", column, comparison, wanted, values).isTrue();
        }
        leftOut += kept ? 0 : 1;
      }
    }
    assertThat(leftOut).isGreaterThan(5);
  }

  @Test
  void nullsAndCombinationsAreKnownToo() {
    TestTable table = TestTable.create(DeltaTable.of(folder.toString(), TYPE), true);
    TableLayout layout = table.snapshot.layout();
    LiveFile nulls = new LiveFile(table.write(List.of(row(-1))).get(0), null);
    LiveFile values = new LiveFile(table.write(List.of(row(3), row(5))).get(0), null);
    FileFilter isNull = new FileFilter.Null("i", true);
    FileFilter isNotNull = new FileFilter.Null("I", false);
    FileFilter four = new Compare("i", EQUAL, BigDecimal.valueOf(4));
    FileFilter nine = new Compare("i", EQUAL, BigDecimal.valueOf(9));

    assertThat(files(layout, isNull, nulls, values)).containsExactly(nulls);
    assertThat(files(layout, isNotNull, nulls, values)).containsExactly(values);
    assertThat(files(layout, four, nulls, values)).containsExactly(values);
    assertThat(files(layout, new FileFilter.Or(List.of(nine, four)), nulls, values))
        .containsExactly(values);
    assertThat(files(layout, new FileFilter.And(List.of(nine, four)), nulls, values)).isEmpty();
    assertThat(files(layout, new Compare("i", EQUAL, "another kind"), nulls, values))
        .containsExactly(values);
    assertThat(files(layout, new Compare("other", LESS, BigDecimal.ONE), nulls, values))
        .containsExactly(nulls, values);
  }

  @Test
  void aFileWithoutStatisticsIsKept() {
    TestTable table = TestTable.create(DeltaTable.of(folder.toString(), TYPE), true);
    LiveFile file = new LiveFile(table.write(List.of(row(3))).get(0), null).withoutDetails();

    for (Comparison comparison :
        List.of(EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL)) {
      FileFilter filter = new Compare("i", comparison, BigDecimal.valueOf(100));
      assertThat(new FilePruning(table.snapshot.layout(), filter).test(file)).isTrue();
    }
  }

  private static List<LiveFile> files(TableLayout layout, FileFilter filter, LiveFile... files) {
    return List.of(files).stream().filter(new FilePruning(layout, filter)).toList();
  }
}
