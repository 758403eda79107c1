/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a run of chosen tables reads: all sources from which their rows come, through views and
 * other tables. A source has one position, so every table that its rows reach gets them, chosen or
 * not.
 *
 * <p>Where events can come too late (a table's days close, a query has event times) all sources of
 * the table are read: rows of one that is left unread would be late in the next run. Other tables
 * may get rows of one source today and of another tomorrow.
 *
 * <p>Sources of Flink's own connectors cannot be left unread. They are read in the first run, or
 * until they have come to their end.
 */
final class Selection {

  private final ResolvedPipeline pipeline;
  private final Map<String, Set<String>> readers;
  private final Set<TableName> chosen;
  private final Set<String> read = new TreeSet<>();

  /**
   * @param readers of each table, {@link Recording#readers}
   * @param chosen empty: all are updated
   */
  Selection(ResolvedPipeline pipeline, Map<String, Set<String>> readers, Set<TableName> chosen) {
    this.pipeline = pipeline;
    this.readers = readers;
    this.chosen = chosen;
    chosen.forEach(this::readAllOf);
    boolean more = true;
    while (more) {
      more = false;
      for (TableName table : tables()) {
        more |= isUpdated(table) && canBeLate(table) && readAllOf(table);
      }
    }
  }

  /** Whether that reads more than before. */
  private boolean readAllOf(TableName table) {
    return read.addAll(readersOf(table));
  }

  private Set<String> readersOf(TableName table) {
    return tables().stream()
        .filter(table::equals) // in the case of the file
        .findFirst()
        .map(name -> readers.get(name.toString()))
        .orElse(Set.of());
  }

  private boolean canBeLate(TableName table) {
    TableName filled = pipeline.filled(table);
    Set<TableName> sources = Relations.used(pipeline, pipeline.flowsInto(filled));
    return !pipeline.snapshotsOf(filled).isEmpty()
        || pipeline.sources().stream()
            .filter(source -> source.scan() != null && sources.contains(source.name()))
            .anyMatch(source -> !source.scan().schema().getWatermarkSpecs().isEmpty());
  }

  /** All but quarantine, which takes what is rejected anywhere. */
  private List<TableName> tables() {
    List<TableName> tables = new ArrayList<>(pipeline.tables());
    tables.remove(pipeline.settings().quarantineTable());
    return tables;
  }

  private boolean isUpdated(TableName table) {
    return readersOf(table).stream().anyMatch(read::contains);
  }

  /**
   * Whether a source is read.
   *
   * @param uid of its reader
   */
  boolean reads(String uid) {
    return chosen.isEmpty() || read.contains(uid);
  }

  /** Names that the pipeline does not have, in words for the user. */
  List<String> problems() {
    return chosen.stream()
        .filter(table -> !tables().contains(table))
        .sorted(Comparator.comparing(TableName::toString))
        .map(
            table ->
                StartRule.UNKNOWN_REFRESH.broken(
                    "--refresh: the pipeline has no table "
                        + table
                        + ". It has "
                        + names(tables())
                        + "."))
        .toList();
  }

  /**
   * Why a source cannot be left unread, in words for the user.
   *
   * @param uid of its reader, which has no state
   */
  String withoutState(TableName source, String uid) {
    return StartRule.UNREAD_WITHOUT_STATE.broken(
        "Source '"
            + source
            + "' has not been read by an earlier run, so a run of chosen tables cannot leave it"
            + " where it is. Nothing was written. Run once without --refresh, or choose also "
            + names(tables().stream().filter(table -> readersOf(table).contains(uid)).toList())
            + ".");
  }

  /** What the user should know of tables that were not named. */
  Optional<String> notice() {
    List<TableName> others =
        tables().stream().filter(table -> isUpdated(table) && !chosen.contains(table)).toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "--refresh "
                + chosen.stream().map(TableName::toString).sorted().collect(Collectors.joining(","))
                + " updates also "
                + names(others)
                + ": what is read for the one reaches the other.");
  }

  private static String names(List<TableName> tables) {
    return tables.stream().map(TableName::toString).collect(Collectors.joining(", "));
  }
}
