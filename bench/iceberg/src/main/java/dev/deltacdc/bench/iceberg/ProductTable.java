/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.iceberg;

import dev.deltacdc.bench.common.Product;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;

/** {@link Product} as an Iceberg table of format 2 in a folder, written file by file. */
final class ProductTable {

  static final Schema SCHEMA =
      new Schema(
          List.of(
              Types.NestedField.required(1, "id", Types.StringType.get()),
              Types.NestedField.optional(2, "name", Types.StringType.get()),
              Types.NestedField.optional(3, "category", Types.StringType.get()),
              Types.NestedField.optional(4, "stock", Types.IntegerType.get()),
              Types.NestedField.optional(5, "price", Types.DoubleType.get()),
              Types.NestedField.optional(6, "updated_at", Types.TimestampType.withZone())),
          Set.of(1));

  private static final Schema KEY = SCHEMA.select("id");

  private final Table table;
  private final GenericFileWriterFactory writers;
  private final OutputFileFactory files;

  private ProductTable(Table table) {
    this.table = table;
    this.writers =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(FileFormat.PARQUET)
            .dataSchema(SCHEMA)
            .deleteFileFormat(FileFormat.PARQUET)
            .equalityFieldIds(new int[] {1})
            .equalityDeleteRowSchema(KEY)
            .build();
    this.files = OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PARQUET).build();
  }

  static ProductTable create(Path path) {
    return new ProductTable(
        new HadoopTables(new Configuration())
            .create(
                SCHEMA,
                PartitionSpec.unpartitioned(),
                Map.of(
                    TableProperties.FORMAT_VERSION, "2",
                    // As Spark and Delta Kernel write.
                    TableProperties.PARQUET_COMPRESSION, "snappy",
                    TableProperties.DELETE_PARQUET_COMPRESSION, "snappy"),
                path.toString()));
  }

  Table table() {
    return table;
  }

  DataFile write(Stream<Product> products) throws IOException {
    DataWriter<Record> writer =
        writers.newDataWriter(files.newOutputFile(), PartitionSpec.unpartitioned(), null);
    try (writer) {
      products.map(ProductTable::record).forEach(writer::write);
    }
    return writer.toDataFile();
  }

  DeleteFile delete(Stream<String> ids) throws IOException {
    EqualityDeleteWriter<Record> writer =
        writers.newEqualityDeleteWriter(files.newOutputFile(), PartitionSpec.unpartitioned(), null);
    try (writer) {
      GenericRecord key = GenericRecord.create(KEY);
      ids.forEach(id -> writer.write(key.copy("id", id)));
    }
    return writer.toDeleteFile();
  }

  private static Record record(Product product) {
    GenericRecord record = GenericRecord.create(SCHEMA);
    record.set(0, product.id());
    record.set(1, product.name());
    record.set(2, product.category());
    record.set(3, product.stock());
    record.set(4, product.price());
    record.set(5, product.updatedAt().atOffset(ZoneOffset.UTC));
    return record;
  }
}
