/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import dev.deltacdc.delta.FileFilter;
import dev.deltacdc.delta.FileFilter.Comparison;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** The planner's conditions as filters of files, as far as these can tell. */
final class FilterConversion {

  private static final Map<FunctionDefinition, Comparison> COMPARISONS =
      Map.of(
          BuiltInFunctionDefinitions.EQUALS, Comparison.EQUAL,
          BuiltInFunctionDefinitions.NOT_EQUALS, Comparison.NOT_EQUAL,
          BuiltInFunctionDefinitions.LESS_THAN, Comparison.LESS,
          BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL, Comparison.LESS_OR_EQUAL,
          BuiltInFunctionDefinitions.GREATER_THAN, Comparison.GREATER,
          BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL, Comparison.GREATER_OR_EQUAL);

  private static final Map<Comparison, Comparison> MIRRORED =
      Map.of(
          Comparison.EQUAL, Comparison.EQUAL,
          Comparison.NOT_EQUAL, Comparison.NOT_EQUAL,
          Comparison.LESS, Comparison.GREATER,
          Comparison.LESS_OR_EQUAL, Comparison.GREATER_OR_EQUAL,
          Comparison.GREATER, Comparison.LESS,
          Comparison.GREATER_OR_EQUAL, Comparison.LESS_OR_EQUAL);

  private FilterConversion() {}

  /** Empty when files cannot be told by the condition. */
  static Optional<FileFilter> convert(ResolvedExpression condition) {
    if (!(condition instanceof CallExpression call)) {
      return Optional.empty();
    }
    FunctionDefinition function = call.getFunctionDefinition();
    List<ResolvedExpression> arguments = call.getResolvedChildren();
    if (function == BuiltInFunctionDefinitions.AND) {
      return all(arguments).map(FileFilter.And::new);
    } else if (function == BuiltInFunctionDefinitions.OR) {
      return all(arguments).map(FileFilter.Or::new);
    } else if (function == BuiltInFunctionDefinitions.IS_NULL
        || function == BuiltInFunctionDefinitions.IS_NOT_NULL) {
      boolean wanted = function == BuiltInFunctionDefinitions.IS_NULL;
      return column(arguments.get(0)).map(column -> new FileFilter.Null(column, wanted));
    } else if (function == BuiltInFunctionDefinitions.IN) {
      return in(arguments);
    }
    return Optional.ofNullable(COMPARISONS.get(function))
        .flatMap(comparison -> comparison(arguments, comparison));
  }

  private static Optional<List<FileFilter>> all(List<ResolvedExpression> conditions) {
    List<FileFilter> parts = new ArrayList<>();
    conditions.forEach(condition -> convert(condition).ifPresent(parts::add));
    return parts.size() == conditions.size() ? Optional.of(parts) : Optional.empty();
  }

  private static Optional<FileFilter> in(List<ResolvedExpression> arguments) {
    List<FileFilter> values = new ArrayList<>();
    for (ResolvedExpression value : arguments.subList(1, arguments.size())) {
      Optional<FileFilter> equal = compare(arguments.get(0), Comparison.EQUAL, value);
      if (equal.isEmpty()) {
        return Optional.empty();
      }
      values.add(equal.get());
    }
    return Optional.of(new FileFilter.Or(values));
  }

  private static Optional<FileFilter> comparison(
      List<ResolvedExpression> arguments, Comparison comparison) {
    ResolvedExpression left = arguments.get(0);
    ResolvedExpression right = arguments.get(1);
    return left instanceof FieldReferenceExpression
        ? compare(left, comparison, right)
        : compare(right, MIRRORED.get(comparison), left);
  }

  private static Optional<FileFilter> compare(
      ResolvedExpression column, Comparison comparison, ResolvedExpression value) {
    if (!(value instanceof ValueLiteralExpression literal) || literal.isNull()) {
      return Optional.empty();
    }
    return column(column)
        .flatMap(
            name ->
                value(column.getOutputDataType().getLogicalType(), literal)
                    .map(constant -> new FileFilter.Compare(name, comparison, constant)));
  }

  private static Optional<String> column(ResolvedExpression expression) {
    return expression instanceof FieldReferenceExpression field
        ? Optional.of(field.getName())
        : Optional.empty();
  }

  /** A constant in the form that the filter wants for the column's type. */
  private static Optional<Object> value(LogicalType type, ValueLiteralExpression literal) {
    return switch (type.getTypeRoot()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          literal.getValueAs(BigDecimal.class).map(value -> value);
      case FLOAT, DOUBLE ->
          floating(literal)
              .filter(value -> !value.isNaN() && !value.isInfinite())
              .map(BigDecimal::new);
      case VARCHAR -> literal.getValueAs(String.class).map(value -> value);
      case BOOLEAN -> literal.getValueAs(Boolean.class).map(value -> value);
      case DATE ->
          literal.getValueAs(LocalDate.class).map(day -> BigDecimal.valueOf(day.toEpochDay()));
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          literal
              .getValueAs(LocalDateTime.class)
              .flatMap(time -> micros(time.toInstant(ZoneOffset.UTC)));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          literal.getValueAs(Instant.class).flatMap(FilterConversion::micros);
      default -> Optional.empty();
    };
  }

  /** A FLOAT is the nearest one to its text, and that is what it is compared as. */
  private static Optional<Double> floating(ValueLiteralExpression literal) {
    return literal.getOutputDataType().getLogicalType().is(LogicalTypeRoot.FLOAT)
        ? literal.getValueAs(Float.class).map(Float::doubleValue)
        : literal.getValueAs(Double.class);
  }

  private static Optional<Object> micros(Instant instant) {
    if (instant.getNano() % 1000 != 0) {
      return Optional.empty();
    }
    return Optional.of(
        BigDecimal.valueOf(instant.getEpochSecond())
            .multiply(BigDecimal.valueOf(1_000_000))
            .add(BigDecimal.valueOf(instant.getNano() / 1000)));
  }
}
