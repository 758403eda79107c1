/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.resolve.PipelineCatalogs;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.source.Reading;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** Until when the sources of flows are read, by the run's mode. */
final class Readings {

  private final ResolvedPipeline pipeline;
  private final List<ResolvedFlow> flows;
  private final Reading.Until until;

  Readings(ResolvedPipeline pipeline, List<ResolvedFlow> flows, Reading.Until until) {
    this.pipeline = pipeline;
    this.flows = flows;
    this.until = until;
  }

  /**
   * Of a source of ours.
   *
   * @param unread whether this run leaves it where it is
   * @throws IllegalArgumentException if it cannot be read in this mode; the message is for the user
   */
  Reading of(ResolvedSource source, boolean unread) {
    if (until == Reading.Until.DECLARED) {
      return Reading.AS_DECLARED;
    }
    List<ResolvedFlow> readers = readers(source);
    Optional<ResolvedFlow> once = readers.stream().filter(Readings::isOnce).findFirst();
    Optional<ResolvedFlow> other = readers.stream().filter(flow -> !isOnce(flow)).findFirst();
    if (once.isPresent() && other.isPresent()) {
      throw new IllegalArgumentException(
          "source '"
              + source.name()
              + "': flow "
              + once.get().name()
              + " reads it in the first run only (ONCE), but flow "
              + other.get().name()
              + " goes on reading it. Declare it a second time, under another name, for one of"
              + " them; or leave ONCE out");
    }
    return new Reading(until, once.isPresent(), unread);
  }

  /** Why a source of another connector cannot be read in this mode, in words for the user. */
  Optional<String> problem(ResolvedSource source) {
    if (until != Reading.Until.NOW || isBounded(source)) {
      return Optional.empty();
    }
    return Optional.of(
        "source '"
            + source.name()
            + "': its connector '"
            + source.options().getOrDefault("connector", "")
            + "' does not say when all is read that is there now, so a triggered run would never"
            + " end. Use --mode continuous, or an option of the connector that makes it end.");
  }

  /** Plans a query of its own; nothing is read. */
  private boolean isBounded(ResolvedSource source) {
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    PipelineCatalogs.register(tables, pipeline);
    source.statements().forEach(tables::executeSql);
    return EventTimes.isBounded(
        tables.toChangelogStream(tables.from(PipelineCatalogs.path(source.name()))));
  }

  private List<ResolvedFlow> readers(ResolvedSource source) {
    return flows.stream()
        .filter(flow -> Relations.used(pipeline, List.of(flow)).contains(source.name()))
        .toList();
  }

  private static boolean isOnce(ResolvedFlow flow) {
    return flow instanceof ResolvedFlow.Cdc cdc && cdc.once();
  }
}
