/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.annotation.Nullable;

/**
 * The statistics of a data file in the log's JSON (Delta protocol, "Per-file Statistics"). Numbers
 * pass through unchanged.
 */
final class FileStatistics {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
          .build();

  private static final String NUM_RECORDS = "numRecords";
  private static final String TIGHT_BOUNDS = "tightBounds";

  private FileStatistics() {}

  /** -1 when the statistics don't say. */
  static long numRecords(@Nullable String stats) {
    if (stats == null || stats.isEmpty()) {
      return -1;
    }
    JsonNode records = parse(stats).get(NUM_RECORDS);
    return records == null || !records.canConvertToLong() ? -1 : records.longValue();
  }

  /**
   * Statistics of a file with a vector: bounds are wide from now on, and numRecords, which counts
   * deleted rows too, must be there.
   */
  static String withVector(DataFile file) {
    ObjectNode stats =
        file.stats() == null || file.stats().isEmpty()
            ? JSON.createObjectNode()
            : parse(file.stats());
    stats.put(NUM_RECORDS, file.numRecords());
    stats.put(TIGHT_BOUNDS, false);
    return stats.toString();
  }

  static ObjectNode parse(String stats) {
    try {
      return (ObjectNode) JSON.readTree(stats);
    } catch (JsonProcessingException | ClassCastException e) {
      throw new TableException(
          true, "The statistics of a data file in the log are not a JSON object: " + stats, e);
    }
  }
}
