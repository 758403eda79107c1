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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.ValueFieldsStrategy;
import org.apache.flink.table.types.logical.RowType;

/**
 * What columns the Kafka key gives; options and their meaning are those of Flink's connector.
 *
 * @param format how the key is written; {@code null}: it gives none
 * @param columns the columns, in the order of the format's fields
 * @param exceptKey whether the value gives only the other columns
 */
record KeySettings(@Nullable RecordFormat format, List<SourceColumn> columns, boolean exceptKey) {

  static final KeySettings NONE = new KeySettings(null, List.of(), false);

  KeySettings {
    columns = List.copyOf(columns);
  }

  static KeySettings read(OptionReader options, SourceSchema schema) {
    Optional<String> name = options.read(FormatOptions.KEY_FORMAT);
    List<String> fields =
        options.read(FormatOptions.KEY_FIELDS).stream()
            .flatMap(text -> Arrays.stream(text.split(";", -1)))
            .map(String::strip)
            .filter(field -> !field.isEmpty())
            .toList();
    String prefix = options.read(FormatOptions.KEY_FIELDS_PREFIX).orElse("");
    boolean exceptKey =
        options
            .read(FormatOptions.VALUE_FIELDS_INCLUDE, ValueFieldsStrategy.class)
            .filter(include -> include == ValueFieldsStrategy.EXCEPT_KEY)
            .isPresent();
    if (name.isPresent() == fields.isEmpty()) {
      options.problem(
          Rule.MISSING_OPTION,
          name.isPresent()
              ? "'key.format' needs 'key.fields', the columns that the key gives"
              : "'key.fields' needs 'key.format'");
    }
    if (!prefix.isEmpty() && !exceptKey) {
      options.problem(
          Rule.MISSING_OPTION, "'key.fields-prefix' needs 'value.fields-include' = 'EXCEPT_KEY'");
    }
    List<SourceColumn> columns = columns(fields, prefix, schema, options);
    Optional<Kind> kind =
        name.flatMap(format -> FormatSettings.kind(format, "key.format", options));
    if (kind.isEmpty()) {
      return new KeySettings(null, List.of(), exceptKey);
    }
    if (kind.get() == Kind.DEBEZIUM_JSON) {
      options.problem(
          Rule.CONFLICTING_OPTIONS,
          "'key.format': debezium-json is a format of values; a key is json");
      return new KeySettings(null, List.of(), exceptKey);
    }
    CsvOptions csv =
        kind.get() == Kind.CSV ? CsvSettings.read(options, "key.") : CsvOptions.DEFAULT;
    FormatSettings.requireNoHeader(csv, "key.", options);
    RowType rowType =
        new RowType(
            false,
            columns.stream()
                .map(
                    column ->
                        new RowType.RowField(
                            column.name().substring(prefix.length()), column.type()))
                .toList());
    if (!columns.isEmpty()) {
      RecordFormat.problems(kind.get(), rowType)
          .forEach(
              problem ->
                  options.problem(
                      Rule.FORMAT_TYPE, prefix.isEmpty() ? problem : "the key: " + problem));
    }
    return new KeySettings(RecordFormat.of(kind.get(), csv, rowType), columns, exceptKey);
  }

  private static List<SourceColumn> columns(
      List<String> fields, String prefix, SourceSchema schema, OptionReader options) {
    List<SourceColumn> columns = new ArrayList<>();
    for (String field : fields) {
      Optional<SourceColumn> column =
          schema.physical().stream().filter(c -> c.name().equals(field)).findFirst();
      if (column.isEmpty()) {
        options.problem(
            Rule.KEY_FIELDS,
            "'key.fields' names "
                + field
                + ", which is no physical column; there are "
                + String.join(", ", SourceSchema.rowType(schema.physical()).getFieldNames()));
      } else if (columns.contains(column.get())) {
        options.problem(Rule.KEY_FIELDS, "'key.fields' names " + field + " twice");
      } else if (!field.startsWith(prefix) || field.length() == prefix.length()) {
        options.problem(
            Rule.KEY_FIELDS,
            "'key.fields' names " + field + ", which does not start with 'key.fields-prefix'");
      } else {
        columns.add(column.get());
      }
    }
    return columns;
  }
}
