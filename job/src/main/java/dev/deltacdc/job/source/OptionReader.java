/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.pipeline.NearestWord;
import dev.deltacdc.job.pipeline.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/**
 * Reads the options of a WITH clause and collects what is wrong with them. Values of client
 * properties, which may be secret, never get into a message.
 */
final class OptionReader {

  private final Map<String, String> options;
  private final Configuration configuration;
  private final Set<String> valid = new TreeSet<>();
  private final List<OptionProblem> problems = new ArrayList<>();

  OptionReader(Map<String, String> options) {
    this.options = new TreeMap<>(options);
    this.configuration = Configuration.fromMap(options);
  }

  /** The value, its default, or nothing; a value that cannot be read is a problem. */
  <T> Optional<T> read(ConfigOption<T> option, Class<T> type) {
    Optional<T> value = readOnly(option, type);
    return value.isPresent() || !option.hasDefaultValue()
        ? value
        : Optional.of(option.defaultValue());
  }

  /** The value without regard to a default. */
  <T> Optional<T> readOnly(ConfigOption<T> option, Class<T> type) {
    valid.add(option.key());
    try {
      return configuration.getOptional(option);
    } catch (IllegalArgumentException | ArithmeticException e) {
      problem(
          Rule.INVALID_OPTION,
          "'" + option.key() + "' is '" + options.get(option.key()) + "', not " + kind(type));
      return Optional.empty();
    }
  }

  Optional<String> read(ConfigOption<String> option) {
    return read(option, String.class);
  }

  /** The value of an option that must be there and not empty. */
  Optional<String> require(ConfigOption<String> option) {
    Optional<String> value = read(option).filter(v -> !v.isBlank());
    if (value.isEmpty()) {
      problem(Rule.MISSING_OPTION, "'" + option.key() + "' is missing");
    }
    return value;
  }

  /** A single ASCII character; {@code \t} may be written. */
  Optional<Character> character(ConfigOption<String> option) {
    Optional<String> value = read(option).map(v -> v.equals("\\t") ? "\t" : v);
    if (value.isPresent()
        && (value.get().length() != 1
            || value.get().charAt(0) >= 0x80
            || value.get().charAt(0) == '\n'
            || value.get().charAt(0) == '\r')) {
      problem(
          Rule.INVALID_OPTION,
          "'" + option.key() + "' is '" + value.get() + "', not one ASCII character");
      return option.hasDefaultValue()
          ? Optional.of(option.defaultValue().charAt(0))
          : Optional.empty();
    }
    return value.map(v -> v.charAt(0));
  }

  /** Whether the clause sets the option. */
  boolean has(ConfigOption<?> option) {
    return options.containsKey(option.key());
  }

  /** All options that start with the prefix, without it. */
  Map<String, String> prefixed(String prefix) {
    Map<String, String> found = new TreeMap<>();
    options.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            valid.add(key);
            found.put(key.substring(prefix.length()), value);
          }
        });
    return found;
  }

  /** The option under another prefix. */
  static <T> ConfigOption<T> under(String prefix, ConfigOption<T> option, Class<T> type) {
    if (prefix.isEmpty()) {
      return option;
    }
    var typed = typed(prefix + option.key(), type);
    return option.hasDefaultValue()
        ? typed.defaultValue(option.defaultValue())
        : typed.noDefaultValue();
  }

  void problem(Rule rule, String text) {
    problems.add(new OptionProblem(rule, text));
  }

  /** All problems, those of options that nothing has read included. */
  List<OptionProblem> problems() {
    List<OptionProblem> all = new ArrayList<>(problems);
    for (String key : options.keySet()) {
      if (!valid.contains(key)) {
        all.add(new OptionProblem(Rule.UNKNOWN_OPTION, unknown(key)));
      }
    }
    return all;
  }

  private String unknown(String key) {
    return OptionHints.of(key)
        .map(hint -> "'" + key + "': " + hint)
        .orElseGet(
            () ->
                "unknown option '"
                    + key
                    + "'"
                    + NearestWord.of(key, valid)
                        .map(word -> ", did you mean '" + word + "'?")
                        .orElse("; valid are " + String.join(", ", valid)));
  }

  @SuppressWarnings("unchecked")
  private static <T> ConfigOptions.TypedConfigOptionBuilder<T> typed(String key, Class<T> type) {
    var builder = ConfigOptions.key(key);
    return (ConfigOptions.TypedConfigOptionBuilder<T>)
        (type == Boolean.class ? builder.booleanType() : builder.stringType());
  }

  private static String kind(Class<?> type) {
    if (type == Duration.class) {
      return "a duration such as '10 s'";
    } else if (type == MemorySize.class) {
      return "a size such as '16 mb'";
    } else if (type == Boolean.class) {
      return "true or false";
    } else if (type.isEnum()) {
      return "one of "
          + String.join(
              ", ", Arrays.stream(type.getEnumConstants()).map(Object::toString).toList());
    }
    return "a number";
  }
}
