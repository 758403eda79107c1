/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * The step behind a {@link HeldSource}, or behind a query of other sources, which end by
 * themselves: tells when all has come.
 */
public final class EndOfRun {

  /** The watermark by which a reader says so; that of bounded input is one greater. */
  static final long MARK = Long.MAX_VALUE - 1;

  private static final String PREFIX = "end-of-run-";

  private EndOfRun() {}

  /**
   * What a subtask tells the coordinator.
   *
   * @param forGood whether its input has ended; otherwise the next run may have more
   */
  record ReadToEnd(boolean forGood) implements OperatorEvent {
    private static final long serialVersionUID = 1L;
  }

  /**
   * The uid of the step behind something. It stands in the path of requests to Flink's REST
   * interface, which takes it as it is: a slash in it would make another path.
   *
   * @param uid of what it is behind, such as {@code source/NAME}
   */
  public static String uid(String uid) {
    CRC32 crc = new CRC32();
    crc.update(uid.getBytes(StandardCharsets.UTF_8));
    return PREFIX
        + uid.replaceAll("[^A-Za-z0-9_-]", "-")
        + "-"
        + HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /** Whether sources of a job, of whose operators these are the uids, were held at their ends. */
  public static boolean isIn(Collection<String> uids) {
    return uids.stream().anyMatch(uid -> uid.startsWith(PREFIX));
  }

  /**
   * Adds the step. Everything behind it sees a held source become idle when all of its rows have
   * come.
   *
   * @param uid of the operator, from {@link #uid}; {@link SourcesRead} asks for it by that
   */
  public static <T> SingleOutputStreamOperator<T> behind(DataStream<T> source, String uid) {
    return source
        .transform("end of run", source.getType(), new EndOfRunFactory<>())
        .setParallelism(source.getParallelism())
        .uid(uid);
  }
}
