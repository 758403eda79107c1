/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.order.ExistingRows;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotSeriesOperatorTest {

  @Test
  void whatIsNewOrChangedIsUpsertedAndWhatIsMissingDeleted() throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2)) {
      series.row(1, 1, "a");
      series.row(1, 2, "b");
      series.row(1, 3, "c");
      assertThat(series.taken()).isEmpty();
      assertThat(series.complete(1)).containsExactlyInAnyOrder("U1a@1", "U2b@1", "U3c@1");
      series.row(5, 1, "a");
      series.row(5, 3, "x");
      series.row(5, 4, "d");
      assertThat(series.complete(5)).containsExactlyInAnyOrder("D2@5", "U3x@5", "U4d@5");
      series.row(6, 2, "b");
      assertThat(series.complete(6)).containsExactlyInAnyOrder("U2b@6", "D1@6", "D3@6", "D4@6");
      assertThat(series.count(Counts.UNCHANGED)).isEqualTo(1);
      assertThat(series.keys()).isEqualTo(1);
    }
  }

  /** One location that is read again: versions are times. */
  @Test
  void rowsOfAReadingThatWasBrokenOffAreDropped() throws Exception {
    try (SeriesSubtasks series =
        new SeriesSubtasks(false, 2, new LocalZonedTimestampType(3), null, null)) {
      series.row(1, 1, "a");
      series.row(1, 2, "b");
      series.complete(1);
      series.row(2, 1, "x");
      series.row(2, 3, "new and gone");
      series.row(2, 2, "b");
      series.restart(3);
      series.row(3, 1, "a");
      series.row(3, 2, "y");
      assertThat(series.complete(3)).containsExactly("U2y@3");
      assertThat(series.keys()).isEqualTo(2);
      assertThat(series.count(Counts.UNCHANGED)).isEqualTo(4);
      series.row(4, 2, "y");
      assertThat(series.complete(4)).containsExactly("D1@4");
    }
  }

  /** Its files changed while they were read, and a row went from one to another. */
  @Test
  void aSecondRowOfAKeyInAReadingThatIsDroppedStopsNothing() throws Exception {
    try (SeriesSubtasks series =
        new SeriesSubtasks(false, 2, new LocalZonedTimestampType(3), null, null)) {
      series.row(1, 1, "a");
      series.complete(1);
      for (int again = 0; again < 4; again++) {
        series.row(2, 1, "x");
        series.row(2, 2, "x");
      }
      series.restart(3);
      series.row(2, 2, "y");
      series.row(3, 1, "b");
      series.row(3, 2, "c");
      assertThat(series.complete(3)).containsExactlyInAnyOrder("U1b@3", "U2c@3");
      series.row(4, 1, "b");
      series.row(4, 2, "c");
      series.row(4, 2, "c");
      assertThatThrownBy(() -> series.complete(4))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("second row of the key {\"id\":2} in the snapshot")
          .hasMessageContaining("Repair its files and start again; or correct KEYS");
    }
  }

  @Test
  void anEmptySnapshotDeletesEverything() throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2)) {
      series.row(1, 1, "a");
      series.complete(1);
      assertThat(series.complete(2)).containsExactly("D1@2");
      assertThat(series.keys()).isZero();
      series.row(3, 1, "a");
      assertThat(series.complete(3)).containsExactly("U1a@3");
    }
  }

  @Test
  void aPartialSnapshotDeletesNothing() throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(true, 2)) {
      series.row(1, 1, "a");
      series.row(1, 2, "b");
      series.complete(1);
      series.row(2, 2, "x");
      assertThat(series.complete(2)).containsExactly("U2x@2");
      series.row(3, 1, "a");
      assertThat(series.complete(3)).isEmpty();
    }
  }

  @Test
  void aSecondRowOfAKeyIsRefused() throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2)) {
      series.row(1, 1, "a");
      series.row(1, 2, "a");
      assertThatThrownBy(() -> series.row(1, 1, "a"))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("second row of the key {\"id\":1} in the snapshot {\"version\":1}")
          .hasMessageContaining("--full-refresh clientes");
      assertThat(series.taken()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aSecondRowBehindARestartIsRefusedToo(int parallelism) throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2)) {
      series.row(1, 1, "a");
      series.restart(parallelism);
      assertThatThrownBy(() -> series.row(1, 1, "a")).isInstanceOf(SuppressRestartsException.class);
    }
  }

  @Test
  void rowsOfTheNextSnapshotMayOvertakeTheEndOfTheLast() throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(false, 1)) {
      series.row(2, 1, "new");
      series.row(1, 1, "old");
      series.row(1, 2, "old");
      series.row(2, 3, "new");
      assertThat(series.complete(1)).containsExactlyInAnyOrder("U1old@1", "U2old@1");
      assertThat(series.complete(2)).containsExactlyInAnyOrder("U1new@2", "D2@2", "U3new@2");
    }
  }

  @Test
  void aSnapshotThatWasAppliedChangesNothingAgain() throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2)) {
      series.row(1, 1, "a");
      series.complete(1);
      series.row(2, 1, "b");
      series.complete(2);
      series.restart(3);
      series.row(1, 1, "a");
      assertThat(series.complete(1)).isEmpty();
      series.row(2, 1, "other");
      series.row(2, 1, "other");
      assertThat(series.complete(2)).isEmpty();
      assertThat(series.count(Counts.UNCHANGED)).isEqualTo(3);
    }
  }

  @Test
  void aColumnThatIsAddedInTheMiddleOfASnapshotIsNullBefore() throws Exception {
    RowType more =
        RowType.of(
            new LogicalType[] {
              new IntType(), new VarCharType(VarCharType.MAX_LENGTH), new IntType()
            },
            new String[] {"id", "v", "x"});
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2)) {
      series.row(1, 1, "a");
      series.row(1, 2, "b");
      series.complete(1);
      series.row(2, 1, "c");
      series.restart(3, more);
      series.row(2, 3, "d");
      assertThat(series.complete(2)).containsExactlyInAnyOrder("U1c@2", "D2@2", "U3d@2");
      series.row(3, 1, "c");
      series.row(3, 3, "d");
      assertThat(series.complete(3)).isEmpty();
    }
  }

  @Test
  void theEndOfInputCompletesNothing() throws Exception {
    try (SeriesSubtasks series = new SeriesSubtasks(false, 1)) {
      series.row(1, 1, "a");
      series.complete(1);
      series.row(2, 2, "b");
      series.end();
      assertThat(series.taken()).isEmpty();
    }
  }

  @Test
  void withoutStateTheTablesKeysAreThoseOfTheLastSnapshot() throws Exception {
    ExistingRows rows =
        visitor -> {
          for (Integer id : new Integer[] {1, 2, null}) {
            visitor.row(GenericRowData.of(id));
          }
        };
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2, rows, null)) {
      series.row(5, 1, "a");
      // Not learnt again.
      series.restart(3);
      assertThat(series.complete(5)).containsExactlyInAnyOrder("U1a@5", "D2@5");
      series.restart(1);
      series.row(6, 1, "a");
      assertThat(series.complete(6)).isEmpty();
    }
  }

  @Test
  void withoutStateAHistoryIsReadAgainFromWhereItBegins() throws Exception {
    ExistingRows begins =
        visitor -> {
          for (long version : new long[] {4, 3, 7}) {
            visitor.row(GenericRowData.of(version));
          }
        };
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2, null, begins)) {
      series.row(4, 1, "a");
      series.restart(1);
      assertThatThrownBy(() -> series.complete(4))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("begins with {\"version\":3}");
    }
    try (SeriesSubtasks series = new SeriesSubtasks(false, 2, null, begins)) {
      series.row(3, 1, "a");
      assertThat(series.complete(3)).containsExactly("U1a@3");
      series.restart(1);
      series.row(8, 1, "b");
      assertThat(series.complete(8)).containsExactly("U1b@8");
    }
  }

  @Test
  void anUnknownVersionTypeIsRefused() {
    assertThatThrownBy(
            () ->
                new SnapshotSeriesOptions(
                    "f", "t", SeriesSubtasks.COLUMNS, List.of(0), SeriesSubtasks.COLUMNS, false))
        .hasMessageContaining("BIGINT, a DATE or a TIMESTAMP_LTZ(3)");
  }
}
