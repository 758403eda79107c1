/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.decode.CsvOptions;
import dev.deltacdc.job.pipeline.Rule;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;

/** The options of the csv format. */
final class CsvSettings {

  private CsvSettings() {}

  /**
   * Reads the options.
   *
   * @param prefix what the options' names start with: nothing, {@code value.} or {@code key.}
   */
  static CsvOptions read(OptionReader options, String prefix) {
    boolean header = flag(options, prefix, FormatOptions.CSV_HEADER);
    boolean noQuote = flag(options, prefix, FormatOptions.CSV_NO_QUOTE);
    boolean comments = flag(options, prefix, FormatOptions.CSV_COMMENTS);
    char delimiter = character(options, prefix, FormatOptions.CSV_DELIMITER).orElse(',');
    Optional<Character> quote = character(options, prefix, FormatOptions.CSV_QUOTE);
    Optional<Character> escape = character(options, prefix, FormatOptions.CSV_ESCAPE);
    Optional<String> nullLiteral =
        options.read(OptionReader.under(prefix, FormatOptions.CSV_NULL, String.class));
    if ((!noQuote && quote.filter(q -> q == delimiter).isPresent())
        || escape.filter(e -> e == delimiter).isPresent()) {
      options.problem(
          Rule.CONFLICTING_OPTIONS,
          "the csv format's delimiter, quote and escape characters must differ");
    }
    return new CsvOptions(
        header,
        delimiter,
        noQuote ? null : quote.orElse('"'),
        escape.orElse(null),
        nullLiteral.orElse(null),
        comments);
  }

  private static boolean flag(OptionReader options, String prefix, ConfigOption<Boolean> option) {
    return options
        .read(OptionReader.under(prefix, option, Boolean.class), Boolean.class)
        .orElseThrow();
  }

  private static Optional<Character> character(
      OptionReader options, String prefix, ConfigOption<String> option) {
    return options.character(OptionReader.under(prefix, option, String.class));
  }
}
