/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * What a partition column holds. Its values are kept as text in the table's log, not in the files,
 * so that some have no form that every reader takes back (Delta protocol, "Partition Value
 * Serialization"): the empty string means NULL there, text is UTF-8, and a year has four digits.
 */
final class PartitionFit {
  private static final int FIRST_YEAR = 1;
  private static final int LAST_YEAR = 9999;

  private PartitionFit() {}

  /** The same fit for a partition column of the type. */
  static ValueFit of(ValueFit fit, LogicalType type) {
    ValueFit check = check(type);
    return check == ValueFit.SAME ? fit : value -> check.apply(fit.apply(value));
  }

  private static ValueFit check(LogicalType type) {
    if (type.is(LogicalTypeFamily.CHARACTER_STRING)) {
      return value -> text((StringData) value);
    }
    if (type.is(LogicalTypeRoot.DATE)) {
      return value -> inYears(value, LocalDate.ofEpochDay((int) value).getYear());
    }
    if (type.is(LogicalTypeFamily.TIMESTAMP)) {
      return value ->
          inYears(value, ((TimestampData) value).toInstant().atOffset(ZoneOffset.UTC).getYear());
    }
    return ValueFit.SAME;
  }

  private static StringData text(StringData text) throws MisfitException {
    byte[] bytes = text.toBytes();
    if (bytes.length == 0) {
      throw new MisfitException(
          "an empty text in a partition column, where Delta has no form for it but NULL's");
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      throw new MisfitException("bytes that are not UTF-8 in a partition column");
    }
    return text;
  }

  private static Object inYears(Object value, int year) throws MisfitException {
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      throw new MisfitException(
          "the year " + year + " in a partition column, where Delta has 0001 to 9999");
    }
    return value;
  }
}
