/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that stops with a savepoint and goes on with a column more or less, at any parallelism. */
@Timeout(240)
class AddedColumnITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  @BeforeEach
  void reset() {
    TestFaults.reset();
  }

  @ParameterizedTest(name = "append {0}, parallelism {1} to {2}, with state {3}")
  @CsvSource({
    "false, 2, 3, true",
    "false, 3, 1, true",
    "true, 1, 2, true",
    "false, 2, 2, false",
  })
  void theRowsThatWereThereAreNullInIt(boolean append, int before, int after, boolean withState)
      throws Exception {
    TestFeed feed = append ? TestFeed.inserts(4, 40) : TestFeed.random(31, 4, 40, 60);
    TestJob first = new TestJob(directory, new TestFeed(List.copyOf(feed.batches().subList(0, 2))));
    first.append = append;
    first.parallelism = before;
    String savepoint = first.runAndStop(directory.resolve("savepoints"));
    TableSnapshot old = TableStore.open(first.table.toString(), Map.of()).latest();

    TestJob second = new TestJob(directory, feed);
    second.append = append;
    second.parallelism = after;
    second.noted = true;
    if (withState) {
      second.config.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    second.run();

    assertThat(second.rows()).isEqualTo(feed.expectedRows());
    TableSnapshot snapshot = TableStore.open(second.table.toString(), Map.of()).latest();
    assertThat(snapshot.rowType().getFieldNames()).isEqualTo(TestJob.NOTED.getFieldNames());
    assertThat(snapshot.tableId()).isEqualTo(old.tableId());
    Set<Integer> written = written(feed);
    for (RowData row : notes(snapshot)) {
      boolean isNew = !withState || written.contains(row.getInt(0));
      assertThat(row.isNullAt(1)).as("row %s", row.getInt(0)).isEqualTo(!isNew);
    }
  }

  @ParameterizedTest(name = "append {0}, parallelism {1} to {2}, with state {3}")
  @CsvSource({
    "false, 2, 3, true",
    "true, 1, 2, true",
    "false, 2, 2, false",
  })
  void aColumnThatIsGoneStaysAndIsNullInNewRows(
      boolean append, int before, int after, boolean withState) throws Exception {
    TestFeed feed = append ? TestFeed.inserts(4, 40) : TestFeed.random(37, 4, 40, 60);
    TestJob first = new TestJob(directory, new TestFeed(List.copyOf(feed.batches().subList(0, 2))));
    first.append = append;
    first.parallelism = before;
    first.noted = true;
    String savepoint = first.runAndStop(directory.resolve("savepoints"));

    TestJob second = new TestJob(directory, feed);
    second.append = append;
    second.parallelism = after;
    if (withState) {
      second.config.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    second.run();

    assertThat(second.rows()).isEqualTo(feed.expectedRows());
    TableSnapshot snapshot = TableStore.open(second.table.toString(), Map.of()).latest();
    assertThat(snapshot.rowType().getFieldNames()).isEqualTo(TestJob.NOTED.getFieldNames());
    Set<Integer> written = written(feed);
    for (RowData row : notes(snapshot)) {
      boolean isNew = !withState || written.contains(row.getInt(0));
      assertThat(row.isNullAt(1)).as("row %s", row.getInt(0)).isEqualTo(isNew);
    }
  }

  /** Keys that the second job changes when it goes on from state. */
  private static Set<Integer> written(TestFeed feed) {
    Set<Integer> written = new HashSet<>();
    for (TestEvent event : feed.batches().subList(2, 4).stream().flatMap(List::stream).toList()) {
      if (event.kind() != RowKind.UPDATE_BEFORE) {
        written.add(event.id());
      }
    }
    return written;
  }

  private static List<RowData> notes(TableSnapshot snapshot) throws Exception {
    List<RowData> rows = new ArrayList<>();
    try (CloseableIterator<RowData> all = snapshot.rows(List.of("id", "note"))) {
      all.forEachRemaining(rows::add);
    }
    return rows;
  }
}
