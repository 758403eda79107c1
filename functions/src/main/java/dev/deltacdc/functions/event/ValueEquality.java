/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Equality of two values of one SQL type in Flink's internal form, whatever class holds them. NaN
 * equals NaN and -0.0 equals 0.0, as in the order of sequences.
 */
@FunctionalInterface
public interface ValueEquality extends Serializable {

  /** Whether two values that are not NULL are equal. */
  boolean test(Object one, Object other);

  /** Whether both are NULL, or equal. */
  default boolean nullSafe(@Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return test(one, other);
  }

  /** The equality of a type. */
  static ValueEquality of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BINARY, VARBINARY -> (one, other) -> Arrays.equals((byte[]) one, (byte[]) other);
      case FLOAT -> (one, other) -> sameDouble((Float) one, (Float) other);
      case DOUBLE -> (one, other) -> sameDouble((Double) one, (Double) other);
      case ARRAY -> array(((ArrayType) type).getElementType());
      case MAP -> map(((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case ROW -> row((RowType) type);
      default -> Object::equals;
    };
  }

  private static boolean sameDouble(double one, double other) {
    return one == other || (Double.isNaN(one) && Double.isNaN(other));
  }

  private static ValueEquality array(LogicalType elementType) {
    LogicalType nullable = elementType.copy(true);
    ValueEquality equality = of(nullable);
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(nullable);
    return (one, other) -> {
      ArrayData left = (ArrayData) one;
      ArrayData right = (ArrayData) other;
      return left.size() == right.size()
          && IntStream.range(0, left.size())
              .allMatch(
                  i ->
                      equality.nullSafe(
                          getter.getElementOrNull(left, i), getter.getElementOrNull(right, i)));
    };
  }

  private static ValueEquality map(LogicalType keyType, LogicalType valueType) {
    ValueEquality keyEquality = of(keyType);
    ValueEquality valueEquality = of(valueType);
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(keyType.copy(true));
    ArrayData.ElementGetter values = ArrayData.createElementGetter(valueType.copy(true));
    return (one, other) -> {
      MapData left = (MapData) one;
      MapData right = (MapData) other;
      if (left.size() != right.size()) {
        return false;
      }
      Set<Integer> unmatched = new HashSet<>();
      IntStream.range(0, right.size()).forEach(unmatched::add);
      return IntStream.range(0, left.size())
          .allMatch(
              i ->
                  unmatched.removeIf(
                      j ->
                          keyEquality.nullSafe(
                                  keys.getElementOrNull(left.keyArray(), i),
                                  keys.getElementOrNull(right.keyArray(), j))
                              && valueEquality.nullSafe(
                                  values.getElementOrNull(left.valueArray(), i),
                                  values.getElementOrNull(right.valueArray(), j))));
    };
  }

  private static ValueEquality row(RowType type) {
    RowDifference difference =
        RowDifference.of(type, IntStream.range(0, type.getFieldCount()).boxed().toList());
    return (one, other) -> !difference.between((RowData) one, (RowData) other);
  }
}
