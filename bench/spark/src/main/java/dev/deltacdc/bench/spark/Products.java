/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.spark;

import dev.deltacdc.bench.common.Product;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@link Product} as rows of Spark. */
final class Products {

  static final StructType TYPE =
      new StructType()
          .add("id", DataTypes.StringType, false)
          .add("name", DataTypes.StringType)
          .add("category", DataTypes.StringType)
          .add("stock", DataTypes.IntegerType)
          .add("price", DataTypes.DoubleType)
          .add("updated_at", DataTypes.TimestampType);

  private Products() {}

  static List<Row> rows(long[] numbers, int update) {
    List<Row> rows = new ArrayList<>(numbers.length);
    for (long number : numbers) {
      Product product = Product.of(number, update);
      rows.add(
          RowFactory.create(
              product.id(),
              product.name(),
              product.category(),
              product.stock(),
              product.price(),
              product.updatedAt()));
    }
    return rows;
  }
}
