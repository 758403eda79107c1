/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.decode.MetadataCast;
import dev.deltacdc.job.decode.RecordFormat.Kind;
import dev.deltacdc.job.pipeline.NearestWord;
import dev.deltacdc.job.pipeline.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Which metadata columns a source can have: what the place of a record tells, and what its format
 * does, for Kafka under the prefix {@code value.} as in Flink's connector.
 */
final class MetadataSettings {

  private static final String VALUE = "value.";

  private final Map<String, RecordMetadata> ofRecord = new LinkedHashMap<>();
  private final Map<String, LogicalType> ofFormat = new LinkedHashMap<>();
  private final int valueFields;
  private final List<String> used = new ArrayList<>();
  private final boolean kafka;
  private final OptionReader options;

  /**
   * @param valueFields how many fields the format gives before its metadata
   * @param options is told of problems
   */
  MetadataSettings(Optional<Kind> format, int valueFields, boolean kafka, OptionReader options) {
    this.valueFields = valueFields;
    this.kafka = kafka;
    this.options = options;
    RecordMetadata.of(kafka).forEach(metadata -> ofRecord.put(metadata.key(), metadata));
    format
        .map(Kind::metadata)
        .orElse(Map.of())
        .forEach((key, type) -> ofFormat.put(kafka ? VALUE + key : key, type));
  }

  /** The part of a row that the column is; empty after a problem. */
  Optional<RowAssembly.Part> part(SourceColumn column) {
    RecordMetadata record = ofRecord.get(column.metadataKey());
    if (record != null) {
      return fits(column, record.type())
          ? Optional.of(RowAssembly.Part.ofRecord(column, record))
          : Optional.empty();
    }
    LogicalType format = ofFormat.get(column.metadataKey());
    if (format != null) {
      return fits(column, format)
          ? Optional.of(RowAssembly.Part.ofFormat(column, field(column.metadataKey()), format))
          : Optional.empty();
    }
    List<String> keys = new ArrayList<>(ofRecord.keySet());
    keys.addAll(ofFormat.keySet());
    options.problem(
        Rule.UNKNOWN_METADATA,
        where(column)
            + "there is no metadata "
            + column.metadataKey()
            + NearestWord.of(column.metadataKey(), keys)
                .map(word -> ", did you mean " + word + "?")
                .orElse("; there is " + String.join(", ", keys)));
    return Optional.empty();
  }

  /** The keys of the format's metadata that columns use, in the order of its fields. */
  List<String> used() {
    return used;
  }

  private int field(String key) {
    String ofFormat = kafka ? key.substring(VALUE.length()) : key;
    if (!used.contains(ofFormat)) {
      used.add(ofFormat);
    }
    return valueFields + used.indexOf(ofFormat);
  }

  private boolean fits(SourceColumn column, LogicalType type) {
    if (MetadataCast.exists(type, column.type())) {
      return true;
    }
    options.problem(
        Rule.METADATA_TYPE,
        where(column)
            + column.metadataKey()
            + " is "
            + type.copy(true).asSummaryString()
            + ", which "
            + column.type().copy(true).asSummaryString()
            + " cannot hold as it is; declare that type and CAST it in a computed column or a view");
    return false;
  }

  private static String where(SourceColumn column) {
    return "column '" + column.name() + "': ";
  }
}
