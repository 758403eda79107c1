/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * What the index is keyed by, in words: as much of names and types as the keys' form depends on.
 */
final class KeyDescription {

  /** Of flow, key in the state and key of the job. */
  static final String CHANGED =
      "The state of '%s' is keyed by (%s), but the job keys its rows by (%s): the index would find"
          + " none of them again, and every change would add a second row. Nothing was written."
          + " Keep the key, or start the job without state and with the input read again: the index"
          + " is then built anew from the table.";

  private KeyDescription() {}

  static String of(WriterSettings settings) {
    return settings.keyColumns().stream()
        .map(
            column ->
                column
                    + " "
                    + form(
                        settings
                            .table()
                            .rowType()
                            .getTypeAt(settings.table().rowType().getFieldIndex(column))))
        .collect(Collectors.joining(", "));
  }

  private static String form(LogicalType type) {
    if (type.is(LogicalTypeFamily.CHARACTER_STRING)) {
      return "STRING";
    }
    if (type.is(LogicalTypeFamily.BINARY_STRING)) {
      return "BYTES";
    }
    if (type.is(LogicalTypeRoot.DECIMAL)) {
      return "DECIMAL with " + LogicalTypeChecks.getScale(type) + " digits of fraction";
    }
    return type.getTypeRoot().name();
  }
}
