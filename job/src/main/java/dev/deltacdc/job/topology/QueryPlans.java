/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.PlannedQuery;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.TableConfigOptions;

/**
 * What the operators of a query depend on, in the uids that they get: its text, and the settings by
 * which the planner makes others of it. State of one plan means nothing to another.
 */
final class QueryPlans {

  private static final String PLANNER = "table.";

  /** These change no operator. */
  private static final Set<String> TUNING =
      Set.of(
          ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ALLOW_LATENCY.key(),
          ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_SIZE.key(),
          ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM.key());

  private static final String KEY = "key";

  private final ResolvedPipeline pipeline;

  /** Empty where the planner is as it is by default. */
  private final String settings;

  /**
   * @param configuration of the job
   */
  QueryPlans(ResolvedPipeline pipeline, ReadableConfig configuration) {
    this.pipeline = pipeline;
    Map<String, String> set = new TreeMap<>(configuration.toMap());
    set.keySet().removeIf(key -> !key.startsWith(PLANNER) || TUNING.contains(key));
    set.remove(TableConfigOptions.LOCAL_TIME_ZONE.key(), "UTC");
    this.settings = set.isEmpty() ? "" : set.toString();
  }

  /** Of the query, of the views that are part of it, and of the planner's settings. */
  String digest(PlannedQuery query, List<TableName> reads) {
    CRC32 crc = new CRC32();
    crc.update(query.sql().getBytes(UTF_8));
    Set<TableName> inlined = new HashSet<>(reads);
    List<Relation> readersFirst = new ArrayList<>(pipeline.relations());
    Collections.reverse(readersFirst);
    for (Relation relation : readersFirst) {
      if (relation instanceof ResolvedView view
          && view.query() == null
          && inlined.contains(view.name())) {
        view.statements().forEach(statement -> crc.update(statement.getBytes(UTF_8)));
        inlined.addAll(view.reads());
      }
    }
    crc.update(settings.getBytes(UTF_8));
    return hex(crc);
  }

  /** Of what puts the changes of a view's rows in order: the same for every query. */
  String key() {
    if (settings.isEmpty()) {
      return KEY;
    }
    CRC32 crc = new CRC32();
    crc.update(settings.getBytes(UTF_8));
    return KEY + "-" + hex(crc);
  }

  /**
   * Whether there is state of the query of a flow or view, but of another text or plan of it.
   *
   * @param withState uids of operators with state
   * @param uid what those of the flow or view begin with
   */
  boolean isOfOther(Set<String> withState, String uid, PlannedQuery query, List<TableName> reads) {
    Pattern planned =
        Pattern.compile(Pattern.quote(uid) + "/([0-9a-f]{8}|" + KEY + "(?:-[0-9a-f]{8})?)/\\d+");
    Set<String> own = Set.of(digest(query, reads), key());
    return withState.stream()
        .map(planned::matcher)
        .anyMatch(matcher -> matcher.matches() && !own.contains(matcher.group(1)));
  }

  private static String hex(CRC32 crc) {
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
