/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import io.delta.kernel.engine.MetricsReporter;
import io.delta.storage.LogStore;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Kernel's default engine with our Hadoop settings and without its log line per scan and commit.
 */
final class TableEngine extends DefaultEngine {

  private static final String TARGET_FILE_BYTES =
      "delta.kernel.default.parquet.writer.targetMaxFileSize";
  private static final String COMPRESSION = "parquet.compression";

  /**
   * A column of unique values gives its dictionary up when that has this size, and begins again
   * without: with Parquet's 1 MB that is after a quarter to a half of the rows of a flush. Columns
   * of up to some thousand different values keep theirs.
   */
  private static final String DICTIONARY_BYTES = "parquet.dictionary.page.size";

  private static final int DICTIONARY_DEFAULT_BYTES = 131_072;
  private static final Map<String, Class<? extends LogStore>> LOG_STORES =
      Map.of(
          "file", LocalLinkLogStore.class,
          "s3", ConditionalPutLogStore.class,
          "s3a", ConditionalPutLogStore.class);

  private final Configuration hadoop;

  private TableEngine(Configuration hadoop) {
    super(new HadoopFileIO(hadoop));
    this.hadoop = hadoop;
  }

  static TableEngine create(Map<String, String> settings) {
    Configuration hadoop = HadoopSettings.load(settings);
    hadoop.setIfUnset(COMPRESSION, "snappy");
    hadoop.setIfUnset(DICTIONARY_BYTES, Integer.toString(DICTIONARY_DEFAULT_BYTES));
    LOG_STORES.forEach(
        (scheme, store) ->
            hadoop.setIfUnset("io.delta.kernel.logStore." + scheme + ".impl", store.getName()));
    return new TableEngine(hadoop);
  }

  /** An engine for data files of about the given size. */
  TableEngine forDataFiles(long targetFileBytes, String compression) {
    Configuration copy = new Configuration(hadoop);
    copy.setLong(TARGET_FILE_BYTES, targetFileBytes);
    if (compression != null) {
      copy.set(COMPRESSION, compression);
    }
    return new TableEngine(copy);
  }

  Configuration hadoop() {
    return hadoop;
  }

  @Override
  public List<MetricsReporter> getMetricsReporters() {
    return List.of();
  }
}
