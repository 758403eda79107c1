/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which state each flow and table of a pipeline goes on from. A flow or table that is new to the
 * state, or that is to be filled anew, belongs to a new generation: its operators get other uids,
 * so they start without state, and flows of different generations read their sources apart, so a
 * new flow reads from the beginning while the others go on.
 *
 * <p>Uids are {@code flow/NAME…} in generation 0 and {@code flow/NAME/@g…} later; the same for
 * {@code source}, {@code view} and {@code table}.
 */
final class Generations {

  private static final Pattern UID = Pattern.compile("((?:flow|table)/[^/]*)(?:/@(\\d{1,9}))?/.*");

  private final Map<String, Integer> generations = new TreeMap<>();
  private final Map<String, Integer> known;
  private final Set<TableName> refreshed;
  private final List<String> problems = new ArrayList<>();

  private Generations(StartPoint start) {
    this.known = start.generations();
    this.refreshed = start.refreshed();
  }

  static Generations of(ResolvedPipeline pipeline, StartPoint start) {
    Generations generations = new Generations(start);
    int next = 1 + start.generations().values().stream().mapToInt(g -> g).max().orElse(-1);
    for (ResolvedTarget target : pipeline.targets()) {
      boolean anew =
          start.refreshed().contains(target.name()) && !start.begun().contains(target.name());
      generations.put(key(target.name()), anew, next);
      for (ResolvedFlow flow : pipeline.flowsInto(target.name())) {
        generations.put(key(flow), anew, next);
      }
      for (ResolvedSnapshot snapshot : pipeline.snapshotsOf(target.name())) {
        if (!anew && generations.goesOn(target.name()) && !generations.goesOn(snapshot.name())) {
          generations.problems.add(StartRule.NEW_SNAPSHOT.broken(newSnapshot(snapshot, target)));
        }
        generations.put(key(snapshot.name()), anew, next);
      }
    }
    generations.checkRefreshed(pipeline);
    generations.checkReads(pipeline);
    return generations;
  }

  /** The generations that operators with the uids belong to. */
  static Map<String, Integer> in(Collection<String> uids) {
    Map<String, Integer> known = new TreeMap<>();
    for (String uid : uids) {
      Matcher matcher = UID.matcher(uid);
      if (matcher.matches()) {
        int generation = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
        known.merge(matcher.group(1), generation, Math::max);
      }
    }
    return known;
  }

  private void put(String key, boolean anew, int next) {
    generations.put(key, anew ? next : known.getOrDefault(key, next));
  }

  /** Whether the start knows state of the table. */
  boolean goesOn(TableName table) {
    return known.containsKey(key(table));
  }

  /** A flow and the targets that it reads start together, or go on together. */
  private void checkReads(ResolvedPipeline pipeline) {
    for (ResolvedFlow flow : pipeline.flows()) {
      for (TableName read : Relations.used(pipeline, List.of(flow))) {
        if (pipeline.target(read).isPresent() && isAnew(key(flow)) != isAnew(key(read))) {
          problems.add(
              isAnew(key(flow))
                  ? StartRule.NEW_READER.broken(newReader(flow, read, together(pipeline, read)))
                  : StartRule.REFILLED_TABLE.broken(
                      refilled(flow, read, together(pipeline, read))));
        }
      }
    }
  }

  private boolean isAnew(String key) {
    return !generations.get(key).equals(known.get(key));
  }

  /** A target and all that start at the beginning when it does: readers, and what those read. */
  static List<TableName> together(ResolvedPipeline pipeline, TableName target) {
    Set<TableName> together = new HashSet<>(Set.of(target));
    int before;
    do {
      before = together.size();
      for (ResolvedFlow flow : pipeline.flows()) {
        Set<TableName> linked = new HashSet<>(Relations.used(pipeline, List.of(flow)));
        linked.removeIf(name -> pipeline.target(name).isEmpty());
        linked.add(flow.target());
        if (!Collections.disjoint(linked, together)) {
          together.addAll(linked);
        }
      }
    } while (together.size() > before);
    return pipeline.targets().stream()
        .map(ResolvedTarget::name)
        .filter(together::contains)
        .toList();
  }

  private static String newReader(ResolvedFlow flow, TableName read, List<TableName> downstream) {
    return "Flow "
        + flow.name()
        + " into "
        + flow.target()
        + " starts at the beginning, but the table "
        + read
        + " that it reads goes on from saved state: "
        + flow.target()
        + " would lack the rows that "
        + read
        + " got before. Nothing was written. Give "
        + refresh(downstream)
        + ".";
  }

  private static String refilled(ResolvedFlow flow, TableName read, List<TableName> downstream) {
    return "Table "
        + read
        + " starts at the beginning, but flow "
        + flow.name()
        + " into "
        + flow.target()
        + ", which reads it, goes on from saved state: it would take rows a second time. Nothing"
        + " was written. Give "
        + refresh(downstream)
        + ".";
  }

  /** The options that fill tables anew. */
  static String options(Collection<TableName> tables) {
    return tables.stream().map(table -> "--full-refresh " + table).collect(Collectors.joining(" "));
  }

  private static String refresh(List<TableName> tables) {
    return options(tables)
        + ", which fills "
        + (tables.size() > 2 ? "all" : "both")
        + " from the beginning";
  }

  private void checkRefreshed(ResolvedPipeline pipeline) {
    for (TableName name : refreshed) {
      pipeline.snapshots().stream()
          .filter(snapshot -> snapshot.name().equals(name))
          .forEach(
              snapshot ->
                  problems.add(
                      StartRule.SNAPSHOT_REFRESH.broken(
                          "Snapshot table "
                              + name
                              + " cannot be refreshed alone: its days are made of the events of "
                              + snapshot.source()
                              + ". Give --full-refresh "
                              + snapshot.source()
                              + ", which refreshes its snapshots too.")));
      boolean isThere =
          pipeline.target(name).isPresent()
              || pipeline.snapshots().stream().anyMatch(snapshot -> snapshot.name().equals(name));
      if (!isThere) {
        problems.add(
            StartRule.UNKNOWN_REFRESH.broken(
                "--full-refresh: the pipeline has no table "
                    + name
                    + ". It has "
                    + String.join(
                        ", ", pipeline.targets().stream().map(t -> t.name().toString()).toList())
                    + "."));
      }
    }
  }

  private static String newSnapshot(ResolvedSnapshot snapshot, ResolvedTarget target) {
    return "Snapshot table "
        + snapshot.name()
        + " is new, but its table "
        + target.name()
        + " goes on from saved state: the snapshot would lack every row without a new event."
        + " Nothing was written. Give --full-refresh "
        + target.name()
        + ", which reads its sources from the beginning and fills both.";
  }

  /** What is wrong with what is to be refreshed, in words for the user. */
  List<String> problems() {
    return problems;
  }

  int of(ResolvedFlow flow) {
    return generations.get(key(flow));
  }

  int ofTable(TableName table) {
    return generations.get(key(table));
  }

  /** Whether the table, or the one that it is a snapshot of, is to be filled anew. */
  boolean isRefreshed(ResolvedPipeline pipeline, TableName table) {
    return refreshed.contains(table) || refreshed.contains(pipeline.filled(table));
  }

  /** The generations of the flows, in order. */
  NavigableSet<Integer> ofFlows(Collection<ResolvedFlow> flows) {
    NavigableSet<Integer> all = new TreeSet<>();
    flows.forEach(flow -> all.add(of(flow)));
    return all;
  }

  Map<String, Integer> all() {
    return Map.copyOf(generations);
  }

  private static String key(ResolvedFlow flow) {
    return uid("flow", flow.name(), 0);
  }

  private static String key(TableName table) {
    return uid("table", table.key(), 0);
  }

  /** The beginning of the uids of something. */
  static String uid(String kind, String name, int generation) {
    String escaped = name.replace("%", "%25").replace("/", "%2F");
    return kind + "/" + escaped + (generation == 0 ? "" : "/@" + generation);
  }
}
