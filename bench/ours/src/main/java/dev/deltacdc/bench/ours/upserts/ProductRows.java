/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.bench.common.Product;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** Rows of the table that takes the events, without their events; the same ones each time. */
public final class ProductRows {

  /** Their columns: id, name, stock, price, seq, updated_at. */
  public static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            VarCharType.STRING_TYPE,
            VarCharType.STRING_TYPE,
            new IntType(),
            new DoubleType(),
            new BigIntType(),
            new LocalZonedTimestampType(6)
          },
          new String[] {"id", "name", "stock", "price", "seq", "updated_at"});

  /** The place of the sequence. */
  public static final int SEQUENCE = 4;

  private static final long SEED = 20260101;

  private ProductRows() {}

  /** Rows in binary form, as they come from the network. */
  public static List<BinaryRowData> binary(int rows) {
    RowDataSerializer serializer = new RowDataSerializer(TYPE);
    Random random = new Random(SEED);
    return IntStream.range(0, rows)
        .mapToObj(number -> serializer.toBinaryRow(row(number, number, random)).copy())
        .toList();
  }

  /**
   * A row.
   *
   * @param key the number of its product
   * @param number its place among the rows, and its sequence
   * @param random for the other columns
   */
  static RowData row(int key, int number, Random random) {
    return GenericRowData.of(
        StringData.fromString(Product.id(key)),
        StringData.fromString("item " + (10_000 + random.nextInt(90_000))),
        random.nextInt(100),
        (1000 + random.nextInt(9000)) / 100.0,
        (long) number,
        TimestampData.fromEpochMillis(1_767_225_600_000L + number * 2L, 1000));
  }
}
