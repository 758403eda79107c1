/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Product;
import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DataFileWriter;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;

/** {@link Product} as a Delta table of this project. */
final class ProductTable {

  static final List<String> KEY = List.of("id");

  static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new VarCharType(false, VarCharType.MAX_LENGTH),
            new VarCharType(VarCharType.MAX_LENGTH),
            new VarCharType(VarCharType.MAX_LENGTH),
            new IntType(),
            new DoubleType(),
            new LocalZonedTimestampType(6)
          },
          Product.COLUMNS.toArray(new String[0]));

  /** No limit: the caller says how many rows a file has. */
  private static final long FILE_BYTES = 1L << 40;

  private ProductTable() {}

  static DeltaTable definition(Path path) {
    return DeltaTable.of(path.toString(), TYPE);
  }

  static RowData row(RowKind kind, Product product) {
    return GenericRowData.ofKind(
        kind,
        StringData.fromString(product.id()),
        StringData.fromString(product.name()),
        StringData.fromString(product.category()),
        product.stock(),
        product.price(),
        TimestampData.fromInstant(product.updatedAt()));
  }

  /** Writes rows 0 to {@code rows}, none of them updated, into so many files of equal size. */
  static void create(Path path, long rows, int files) {
    TableSnapshot table =
        TableStore.open(path.toString(), Map.of())
            .createOrCheck(definition(path).withKeys(KEY), true);
    DataFileWriter writer = table.dataFileWriter(TYPE, FILE_BYTES);
    TableCommit commit = table.newCommit();
    for (int i = 0; i < files; i++) {
      long first = rows * i / files;
      long end = rows * (i + 1) / files;
      List<DataFile> written =
          writer.write(
              Map.of(),
              LongStream.range(first, end)
                  .mapToObj(number -> row(RowKind.INSERT, Product.of(number, 0)))
                  .iterator());
      written.forEach(file -> commit.add(file, null));
    }
    commit.commit();
  }

  /** Writes the live rows of a table into a new one, in files of the sink's usual size. */
  static void compact(Path from, Path to) throws Exception {
    TableSnapshot source = TableStore.open(from.toString(), Map.of()).latest();
    TableSnapshot target =
        TableStore.open(to.toString(), Map.of()).createOrCheck(definition(to).withKeys(KEY), true);
    DataFileWriter writer =
        target.dataFileWriter(TYPE, DeltaSinkOptions.defaults().targetFileSize().getBytes());
    TableCommit commit = target.newCommit();
    try (CloseableIterator<RowData> rows = source.rows(Product.COLUMNS)) {
      writer.write(Map.of(), rows).forEach(file -> commit.add(file, null));
    }
    commit.commit();
  }
}
