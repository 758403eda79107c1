/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.decode.CsvOptions;
import dev.deltacdc.job.decode.RecordFormat;
import dev.deltacdc.job.decode.RecordFormat.Kind;
import dev.deltacdc.job.pipeline.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/**
 * The options that files and Kafka share: what records are and how they become rows.
 *
 * @param value how a record, Kafka's value, is written
 * @param key how a Kafka key is written; {@code null}: no column needs it
 * @param parts where the columns' values come from
 * @param maxRecordSize the largest record in bytes
 * @param maxEventsPerSecond the throttle
 */
record FormatSettings(
    RecordFormat value,
    @Nullable RecordFormat key,
    List<RowAssembly.Part> parts,
    int maxRecordSize,
    OptionalDouble maxEventsPerSecond) {

  private static final long GIBIBYTE = 1L << 30;

  FormatSettings {
    parts = List.copyOf(parts);
  }

  /**
   * Reads the options.
   *
   * @param kafka whether the record is a Kafka value: {@code value.format} is a name for its format
   */
  static FormatSettings read(OptionReader options, SourceSchema schema, boolean kafka) {
    options.read(FormatOptions.CONNECTOR);
    boolean asValue = kafka && options.has(FormatOptions.VALUE_FORMAT);
    String prefix = asValue ? "value." : "";
    ConfigOption<String> option = asValue ? FormatOptions.VALUE_FORMAT : FormatOptions.FORMAT;
    if (asValue && options.has(FormatOptions.FORMAT)) {
      options.problem(
          Rule.CONFLICTING_OPTIONS, "'format' and 'value.format' are the same thing: keep one");
      options.read(FormatOptions.FORMAT);
    }
    Optional<Kind> kind =
        options.require(option).flatMap(name -> kind(name, option.key(), options));
    CsvOptions csv = CsvOptions.DEFAULT;
    if (kind.isPresent() && kind.get() == Kind.CSV) {
      csv = CsvSettings.read(options, prefix);
      if (kafka) {
        requireNoHeader(csv, prefix, options);
      }
    }
    if (kind.isPresent() && kind.get() == Kind.DEBEZIUM_JSON) {
      // The shape is recognised; the option of Flink's format is taken, and not needed.
      options.read(
          OptionReader.under(prefix, FormatOptions.DEBEZIUM_SCHEMA, Boolean.class), Boolean.class);
      if (schema.primaryKey().isEmpty()) {
        options.problem(
            Rule.MISSING_PRIMARY_KEY,
            "'"
                + option.key()
                + "' = 'debezium-json' needs PRIMARY KEY (…) NOT ENFORCED among the table's"
                + " columns: an update that changes the key is a delete of the old one too");
      }
    }
    KeySettings key = kafka ? KeySettings.read(options, schema) : KeySettings.NONE;
    List<SourceColumn> ofValue =
        schema.physical().stream()
            .filter(column -> !key.exceptKey() || !key.columns().contains(column))
            .toList();
    kind.map(k -> RecordFormat.problems(k, SourceSchema.rowType(ofValue)))
        .orElse(List.of())
        .forEach(problem -> options.problem(Rule.FORMAT_TYPE, problem));
    MetadataSettings metadata = new MetadataSettings(kind, ofValue.size(), kafka, options);
    List<RowAssembly.Part> parts = new ArrayList<>();
    for (SourceColumn column : schema.columns()) {
      if (!column.isPhysical()) {
        metadata.part(column).ifPresent(parts::add);
      } else if (ofValue.contains(column)) {
        parts.add(RowAssembly.Part.ofValue(column, ofValue.indexOf(column)));
      } else {
        parts.add(RowAssembly.Part.ofKey(column, key.columns().indexOf(column)));
      }
    }
    List<String> valueNames = SourceSchema.rowType(ofValue).getFieldNames();
    return new FormatSettings(
        new RecordFormat(
            kind.orElse(Kind.JSON),
            csv,
            SourceSchema.rowType(ofValue),
            (kind.orElse(Kind.JSON) == Kind.CSV ? schema.needed() : schema.primaryKey())
                .stream().filter(valueNames::contains).toList(),
            metadata.used()),
        key.format(),
        parts,
        maxRecordSize(options),
        maxEventsPerSecond(options));
  }

  /** Whether records must carry their Kafka key. */
  boolean needsKey() {
    return key != null || value.kind() == Kind.DEBEZIUM_JSON;
  }

  /** Whether records must carry their {@link RecordDetails}. */
  boolean needsDetails() {
    return parts.stream()
        .anyMatch(part -> part.metadata() != null && part.metadata().needsDetails());
  }

  static Optional<Kind> kind(String name, String option, OptionReader options) {
    Optional<Kind> kind = Kind.of(name);
    if (kind.isEmpty()) {
      options.problem(
          Rule.UNKNOWN_FORMAT,
          "'"
              + option
              + "': there is no format "
              + name
              + "; json, csv, raw and debezium-json are");
    }
    return kind;
  }

  static void requireNoHeader(CsvOptions csv, String prefix, OptionReader options) {
    if (csv.header()) {
      options.problem(
          Rule.CONFLICTING_OPTIONS,
          "'" + prefix + "csv.header': a Kafka record has no header line");
    }
  }

  private static int maxRecordSize(OptionReader options) {
    long size =
        options.read(FormatOptions.MAX_RECORD_SIZE, MemorySize.class).orElseThrow().getBytes();
    if (size < 1 || size > GIBIBYTE) {
      options.problem(
          Rule.INVALID_OPTION,
          "'" + FormatOptions.MAX_RECORD_SIZE.key() + "' must be from 1 byte to 1 gb");
    }
    return (int) Math.min(size, GIBIBYTE);
  }

  private static OptionalDouble maxEventsPerSecond(OptionReader options) {
    Optional<Double> rate = options.read(FormatOptions.MAX_EVENTS_PER_SECOND, Double.class);
    if (rate.isPresent() && !(rate.get() > 0 && rate.get() < Double.POSITIVE_INFINITY)) {
      options.problem(
          Rule.INVALID_OPTION,
          "'" + FormatOptions.MAX_EVENTS_PER_SECOND.key() + "' must be above 0");
    }
    return rate.isPresent() ? OptionalDouble.of(rate.get()) : OptionalDouble.empty();
  }
}
