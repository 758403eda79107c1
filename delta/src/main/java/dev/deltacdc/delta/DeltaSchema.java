/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Flink's row types as Delta schemas and back. */
final class DeltaSchema {

  /** Delta and Spark keep microseconds. */
  private static final int MAX_TIMESTAMP_PRECISION = 6;

  private static final String COMMENT = "comment";

  private DeltaSchema() {}

  static StructType toDelta(RowType rowType, Map<String, String> comments) {
    List<StructField> fields = new ArrayList<>();
    for (RowType.RowField field : rowType.getFields()) {
      String comment = comments.getOrDefault(field.getName(), field.getDescription().orElse(null));
      fields.add(field(field, field.getName(), comment));
    }
    return new StructType(fields);
  }

  /** Refuses names, inside too, that Parquet files without column mapping cannot have. */
  static void checkNames(DataType type) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        if (field.getName().chars().anyMatch(c -> " ,;{}()\n\t=".indexOf(c) >= 0)) {
          throw TableErrors.columnName(field.getName());
        }
        checkNames(field.getDataType());
      }
    } else if (type instanceof ArrayType array) {
      checkNames(array.getElementType());
    } else if (type instanceof MapType map) {
      checkNames(map.getKeyType());
      checkNames(map.getValueType());
    }
  }

  private static StructField field(RowType.RowField field, String path, String comment) {
    StructField plain =
        new StructField(
            field.getName(), toDelta(field.getType(), path), field.getType().isNullable());
    return comment == null ? plain : withComment(plain, comment);
  }

  static StructField withComment(StructField field, String comment) {
    return field.withNewMetadata(
        FieldMetadata.builder()
            .fromMetadata(field.getMetadata())
            .putString(COMMENT, comment)
            .build());
  }

  /**
   * @param path the column, with its way through nested types, for messages
   */
  static DataType toDelta(LogicalType type, String path) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> BooleanType.BOOLEAN;
      case TINYINT -> ByteType.BYTE;
      case SMALLINT -> ShortType.SHORT;
      case INTEGER -> IntegerType.INTEGER;
      case BIGINT -> LongType.LONG;
      case FLOAT -> FloatType.FLOAT;
      case DOUBLE -> DoubleType.DOUBLE;
      case DECIMAL ->
          new DecimalType(LogicalTypeChecks.getPrecision(type), LogicalTypeChecks.getScale(type));
      case CHAR, VARCHAR -> StringType.STRING;
      case BINARY, VARBINARY -> BinaryType.BINARY;
      case DATE -> DateType.DATE;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        checkPrecision(type, path);
        yield TimestampType.TIMESTAMP;
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE -> {
        checkPrecision(type, path);
        yield TimestampNTZType.TIMESTAMP_NTZ;
      }
      case ARRAY -> {
        LogicalType element = type.getChildren().get(0);
        yield new ArrayType(toDelta(element, path + ".element"), element.isNullable());
      }
      case MAP -> {
        LogicalType value = type.getChildren().get(1);
        yield new MapType(
            toDelta(type.getChildren().get(0), path + ".key"),
            toDelta(value, path + ".value"),
            value.isNullable());
      }
      case ROW -> {
        List<StructField> fields = new ArrayList<>();
        for (RowType.RowField field : ((RowType) type).getFields()) {
          fields.add(
              field(field, path + "." + field.getName(), field.getDescription().orElse(null)));
        }
        yield new StructType(fields);
      }
      case DISTINCT_TYPE -> toDelta(((DistinctType) type).getSourceType(), path);
      default -> throw TableErrors.unsupportedType(path, type);
    };
  }

  private static void checkPrecision(LogicalType type, String path) {
    if (LogicalTypeChecks.getPrecision(type) > MAX_TIMESTAMP_PRECISION) {
      throw TableErrors.timestampTooPrecise(path, type);
    }
  }

  static RowType fromDelta(StructType schema) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (StructField field : schema.fields()) {
      LogicalType type = fromDelta(field.getDataType(), field.getName());
      fields.add(
          new RowType.RowField(field.getName(), type.copy(field.isNullable()), comment(field)));
    }
    return new RowType(false, fields);
  }

  static @Nullable String comment(StructField field) {
    Object comment = field.getMetadata().get(COMMENT);
    return comment instanceof String text ? text : null;
  }

  static LogicalType fromDelta(DataType type, String path) {
    if (type instanceof BooleanType) {
      return new org.apache.flink.table.types.logical.BooleanType();
    } else if (type instanceof ByteType) {
      return new TinyIntType();
    } else if (type instanceof ShortType) {
      return new SmallIntType();
    } else if (type instanceof IntegerType) {
      return new org.apache.flink.table.types.logical.IntType();
    } else if (type instanceof LongType) {
      return new BigIntType();
    } else if (type instanceof FloatType) {
      return new org.apache.flink.table.types.logical.FloatType();
    } else if (type instanceof DoubleType) {
      return new org.apache.flink.table.types.logical.DoubleType();
    } else if (type instanceof DecimalType decimal) {
      return new org.apache.flink.table.types.logical.DecimalType(
          decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof StringType) {
      return new VarCharType(VarCharType.MAX_LENGTH);
    } else if (type instanceof BinaryType) {
      return new VarBinaryType(VarBinaryType.MAX_LENGTH);
    } else if (type instanceof DateType) {
      return new org.apache.flink.table.types.logical.DateType();
    } else if (type instanceof TimestampType) {
      return new LocalZonedTimestampType(MAX_TIMESTAMP_PRECISION);
    } else if (type instanceof TimestampNTZType) {
      return new org.apache.flink.table.types.logical.TimestampType(MAX_TIMESTAMP_PRECISION);
    } else if (type instanceof ArrayType array) {
      LogicalType element = fromDelta(array.getElementType(), path + ".element");
      return new org.apache.flink.table.types.logical.ArrayType(element.copy(array.containsNull()));
    } else if (type instanceof MapType map) {
      LogicalType key = fromDelta(map.getKeyType(), path + ".key");
      LogicalType value = fromDelta(map.getValueType(), path + ".value");
      return new org.apache.flink.table.types.logical.MapType(
          key.copy(false), value.copy(map.isValueContainsNull()));
    } else if (type instanceof StructType struct) {
      return fromDelta(struct).copy(true);
    }
    throw TableErrors.unreadableType(path, type);
  }
}
