/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.job.pipeline.ExpectationSpec;
import dev.deltacdc.job.pipeline.MaterializedViewSpec;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.TableReferences;
import dev.deltacdc.job.pipeline.ViewSpec;
import dev.deltacdc.job.pipeline.ViolationAction;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the rows of a materialized view are made by, in 16 hexadecimal digits: its columns and
 * query, what leaves rows out, the time zone, and the same of temporary views that it reads. Rows
 * of one fingerprint don't stand beside those of another. Layout and comments of the text don't
 * matter.
 */
final class ViewFingerprint {
  private static final int BYTES = 8;

  /** The default, which fingerprints don't name. */
  private static final String UTC = "UTC";

  private final Pipeline pipeline;
  private final MessageDigest digest;
  private final Set<TableName> seen = new HashSet<>();

  private ViewFingerprint(Pipeline pipeline) {
    this.pipeline = pipeline;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @param zone in which the query's times are read
   */
  static String of(
      StreamingTableSpec table,
      MaterializedViewSpec view,
      RowType rowType,
      Pipeline pipeline,
      ZoneId zone) {
    ViewFingerprint fingerprint = new ViewFingerprint(pipeline);
    fingerprint.add(rowType.asSummaryString());
    fingerprint.add(view.query(), view.namespace());
    fingerprint.add(table.expectations());
    if (!zone.getId().equals(UTC)) {
      fingerprint.add(zone.getId());
    }
    return HexFormat.of().formatHex(fingerprint.digest.digest(), 0, BYTES);
  }

  private void add(SqlText query, Namespace namespace) {
    add(query);
    for (TableName name : TableReferences.in(query, namespace)) {
      for (ViewSpec read : pipeline.views()) {
        if (read.name().equals(name) && seen.add(name)) {
          add(read.query(), read.namespace());
          add(read.expectations());
        }
      }
    }
  }

  private void add(List<ExpectationSpec> expectations) {
    for (ExpectationSpec expectation : expectations) {
      if (expectation.action() == ViolationAction.DROP_ROW
          || expectation.action() == ViolationAction.QUARANTINE) {
        add(expectation.condition());
      }
    }
  }

  private void add(SqlText text) {
    text.words().forEach(word -> add(word.text()));
    add(";");
  }

  private void add(String text) {
    digest.update(text.getBytes(UTF_8));
    digest.update((byte) 0);
  }
}
