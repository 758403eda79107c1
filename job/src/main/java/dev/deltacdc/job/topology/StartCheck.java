/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.job.pipeline.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Looks at every table of a pipeline before anything is written to any of them, so that a pipeline
 * that cannot run leaves the lake as it was and all its problems are told at once.
 */
final class StartCheck {

  private StartCheck() {}

  /**
   * All problems of the tables, in words for the user.
   *
   * @param refreshed whether all rows of a table are replaced: what it holds doesn't matter then
   * @param mayHaveRows whether an append table may have rows
   * @param goesOn whether a table goes on from state
   * @param lost what is wrong with the start when a table has rows, if anything
   */
  static List<String> problems(
      List<OutputTable> tables,
      Lake lake,
      Predicate<TableName> refreshed,
      Predicate<TableName> mayHaveRows,
      Predicate<TableName> goesOn,
      Function<TableName, Optional<String>> lost) {
    List<String> problems = new ArrayList<>();
    for (OutputTable output : tables) {
      try {
        boolean refresh = refreshed.test(output.name());
        TableStore store = lake.store(output.name());
        Optional<TableSnapshot> table =
            refresh
                ? store.checkReplaceable(output.table(), output.upsert())
                : store.check(output.table(), output.upsert());
        if (!refresh
            && !output.upsert()
            && !mayHaveRows.test(output.name())
            && table.filter(StartCheck::hasRows).isPresent()) {
          problems.add(StartRule.APPEND_WITHOUT_STATE.broken(appendTargetHasRows(output)));
        }
        if (!refresh
            && goesOn.test(output.name())
            && gainsIgnoredNulls(output, table)
            && table.filter(StartCheck::hasRows).isPresent()) {
          problems.add(StartRule.NULLS_WITHOUT_STATE.broken(ignoredNulls(output)));
        }
        // The table's files are only looked at where they matter.
        lost.apply(output.name())
            .filter(problem -> !problems.contains(problem)) // a table and its snapshot have one
            .filter(problem -> table.filter(StartCheck::hasRows).isPresent())
            .ifPresent(problems::add);
      } catch (TableException e) {
        problems.add(
            "Table "
                + output.name()
                + ": "
                + e.getMessage()
                + e.rule().map(rule -> " [" + rule.id() + "]").orElse(""));
      }
    }
    return problems;
  }

  static boolean hasRows(TableSnapshot snapshot) {
    boolean[] live = new boolean[1];
    snapshot.forEachLiveFile(file -> live[0] |= file.liveRows() != 0);
    return live[0];
  }

  private static boolean gainsIgnoredNulls(OutputTable output, Optional<TableSnapshot> table) {
    return output.table().properties().containsKey(TableContract.IGNORE_NULLS)
        && table
            .filter(known -> !known.properties().containsKey(TableContract.IGNORE_NULLS))
            .isPresent();
  }

  private static String ignoredNulls(OutputTable output) {
    return "Table "
        + output.name()
        + " has rows of flows without IGNORE NULL UPDATES: which event set which of their values is"
        + " not in the state, so a NULL could not keep it. Nothing was written. Give --full-refresh "
        + output.name()
        + ", which fills it anew, or leave the clause out.";
  }

  private static String appendTargetHasRows(OutputTable output) {
    return "Append table "
        + output.name()
        + " has rows already ("
        + output.table().path()
        + "), and there is no state of an earlier run to go on from: the flows would read their"
        + " sources from the beginning and add the same rows a second time. Nothing was written."
        + " To load it anew, give --full-refresh "
        + output.name()
        + ", or use another --lake; to add to it nevertheless, set 'sink.append.existing-rows' ="
        + " 'keep'.";
  }
}
