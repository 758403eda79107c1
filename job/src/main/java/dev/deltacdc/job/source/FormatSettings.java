/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.decode.CsvOptions;
import dev.deltacdc.job.decode.RecordFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.types.logical.RowType;

/**
 * The options that files and Kafka share.
 *
 * @param kind the format
 * @param csv how CSV is written
 * @param maxRecordSize the largest record in bytes
 * @param maxEventsPerSecond the throttle
 */
record FormatSettings(
    RecordFormat.Kind kind, CsvOptions csv, int maxRecordSize, OptionalDouble maxEventsPerSecond) {

  private static final List<String> LATER = List.of("debezium-json", "raw");
  private static final long GIBIBYTE = 1L << 30;

  /**
   * Reads the options.
   *
   * @param kafka whether the record is a Kafka value: {@code value.format} is a name for its format
   */
  static FormatSettings read(OptionReader options, RowType rowType, boolean kafka) {
    options.read(FormatOptions.CONNECTOR);
    boolean asValue = kafka && options.has(FormatOptions.VALUE_FORMAT);
    String prefix = asValue ? "value." : "";
    if (asValue && options.has(FormatOptions.FORMAT)) {
      options.problem("'format' and 'value.format' are the same thing: keep one");
      options.read(FormatOptions.FORMAT);
    }
    Optional<RecordFormat.Kind> kind =
        options
            .require(asValue ? FormatOptions.VALUE_FORMAT : FormatOptions.FORMAT)
            .flatMap(name -> kind(name, options));
    CsvOptions csv = CsvOptions.DEFAULT;
    if (kind.isPresent() && kind.get() == RecordFormat.Kind.CSV) {
      csv = csv(options, prefix);
      if (kafka && csv.header()) {
        options.problem("'" + prefix + "csv.header': a Kafka record has no header line");
      }
    }
    kind.map(k -> RecordFormat.problems(k, rowType)).orElse(List.of()).forEach(options::problem);

    long maxSize =
        options.read(FormatOptions.MAX_RECORD_SIZE, MemorySize.class).orElseThrow().getBytes();
    if (maxSize < 1 || maxSize > GIBIBYTE) {
      options.problem("'" + FormatOptions.MAX_RECORD_SIZE.key() + "' must be from 1 byte to 1 gb");
    }
    Optional<Double> rate = options.read(FormatOptions.MAX_EVENTS_PER_SECOND, Double.class);
    if (rate.isPresent() && !(rate.get() > 0 && rate.get() < Double.POSITIVE_INFINITY)) {
      options.problem("'" + FormatOptions.MAX_EVENTS_PER_SECOND.key() + "' must be above 0");
    }
    return new FormatSettings(
        kind.orElse(RecordFormat.Kind.JSON),
        csv,
        (int) Math.min(maxSize, GIBIBYTE),
        rate.isPresent() ? OptionalDouble.of(rate.get()) : OptionalDouble.empty());
  }

  private static Optional<RecordFormat.Kind> kind(String name, OptionReader options) {
    if (name.equals("json")) {
      return Optional.of(RecordFormat.Kind.JSON);
    }
    if (name.equals("csv")) {
      return Optional.of(RecordFormat.Kind.CSV);
    }
    options.problem(
        "format '"
            + name
            + "' is not supported"
            + (LATER.contains(name) ? " yet" : "")
            + "; json and csv are");
    return Optional.empty();
  }

  private static CsvOptions csv(OptionReader options, String prefix) {
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
      options.problem("the csv format's delimiter, quote and escape characters must differ");
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
