/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/** What a setting's value looks like, in words. */
final class ValueKind {

  private ValueKind() {}

  /** Known from the option's default only; Flink does not tell the type of one without. */
  static Optional<String> of(ConfigOption<?> option) {
    Object value = option.defaultValue();
    if (value instanceof Duration || option.equals(SettingOptions.SNAPSHOT_REFRESH)) {
      return Optional.of("a duration such as '10 s' or '2 d'");
    } else if (value instanceof MemorySize) {
      return Optional.of("a size such as '64 mb'");
    } else if (value instanceof Boolean) {
      return Optional.of("true or false");
    } else if (value instanceof Integer || value instanceof Long) {
      return Optional.of("a whole number");
    } else if (value instanceof Float || value instanceof Double) {
      return Optional.of("a number");
    } else if (value instanceof Enum<?> constant) {
      return Optional.of(
          Arrays.stream(constant.getDeclaringClass().getEnumConstants())
              .map(each -> "'" + each.toString().toLowerCase(Locale.ROOT) + "'")
              .collect(Collectors.joining(" or ")));
    }
    return Optional.empty();
  }
}
