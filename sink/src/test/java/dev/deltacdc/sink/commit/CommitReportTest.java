/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.sink.CommitReport;
import dev.deltacdc.sink.CommitReport.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of commits, before and after failures. */
class CommitReportTest {

  private static final List<CommitReport> REPORTS = new ArrayList<>();

  @TempDir Path directory;

  /** Loses the answer of the next commit when it is told to. */
  static final class Reports implements CommitListener {
    private static final long serialVersionUID = 1L;
    private static boolean loseAnswer;

    @Override
    public void published(String name, long version) {
      if (loseAnswer) {
        loseAnswer = false;
        throw new IllegalStateException("injected: no answer");
      }
    }

    @Override
    public void committed(String name, CommitReport report) {
      assertThat(name).isEqualTo(CommitterHarness.FLOW);
      REPORTS.add(report);
    }
  }

  @BeforeEach
  void reset() {
    REPORTS.clear();
    Reports.loseAnswer = false;
  }

  @Test
  void aCommitTellsItsEpochsRowsAndFiles() throws Exception {
    try (CommitterHarness committer = committer()) {
      committer.send(committer.result(1, committer.file(1, 2)));
      committer.snapshot(1); // given up
      committer.send(committer.result(2, committer.file(3)));
      committer.snapshot(2);
      committer.complete(2);
      committer.send(committer.result(3));
      committer.snapshot(3);
      committer.complete(3);

      assertThat(REPORTS).hasSize(1);
      CommitReport report = REPORTS.get(0);
      assertThat(report.version()).isEqualTo(1);
      assertThat(report.checkpointId()).isEqualTo(2);
      assertThat(report.firstEpoch()).isEqualTo(1);
      assertThat(report.lastEpoch()).isEqualTo(2);
      assertThat(report.rowsAdded()).isEqualTo(3);
      assertThat(report.filesAdded()).isEqualTo(2);
      assertThat(report.kind()).isEqualTo(Kind.WRITE);
      assertThat(report.recovered()).isFalse();
    }
  }

  @Test
  void rowsAreInsertedUpdatedOrDeleted() throws Exception {
    try (CommitterHarness committer = committer()) {
      DataFile first = committer.file(1, 2, 3);
      committer.commit(1, first);
      committer.rowsUpdated = 1;
      committer.commit(2, CommitterHarness.deletes(first, 0, 2), committer.file(3, 4));

      CommitReport report = REPORTS.get(1);
      assertThat(report.rowsAdded()).isEqualTo(2);
      assertThat(report.rowsRemoved()).isEqualTo(2);
      assertThat(report.rowsInserted()).isEqualTo(1);
      assertThat(report.rowsUpdated()).isEqualTo(1);
      assertThat(report.rowsDeleted()).isEqualTo(1);
    }
  }

  @Test
  void aCommitWhoseAnswerWasLostIsReportedWhenItIsFound() throws Exception {
    try (CommitterHarness committer = committer()) {
      Reports.loseAnswer = true;
      committer.send(committer.result(1, committer.file(1, 2)));
      committer.snapshot(1);
      committer.complete(1);

      assertThat(REPORTS).hasSize(1);
      assertThat(REPORTS.get(0).version()).isEqualTo(1);
      assertThat(REPORTS.get(0).rowsAdded()).isEqualTo(2);
      assertThat(REPORTS.get(0).recovered()).isTrue();
    }
  }

  @Test
  void aJobThatDiedAfterItsCommitReportsItAgain() throws Exception {
    try (CommitterHarness committer = committer()) {
      committer.send(committer.result(1, committer.file(1)));
      committer.snapshot(1);
      committer.complete(1);
      committer.send(committer.result(2, committer.file(2, 3)));
      OperatorSubtaskState state = committer.snapshot(2);
      committer.complete(2);
      CommitReport before = REPORTS.get(1);
      REPORTS.clear();

      committer.open(state, 2);

      assertThat(REPORTS).hasSize(1);
      CommitReport again = REPORTS.get(0);
      assertThat(again.version()).isEqualTo(before.version()).isEqualTo(2);
      assertThat(again.checkpointId()).isEqualTo(2);
      assertThat(again.firstEpoch()).isEqualTo(2);
      assertThat(again.rowsAdded()).isEqualTo(2);
      assertThat(again.recovered()).isTrue();
    }
  }

  @Test
  void whatTheJobHadNotCommittedIsReportedAsNew() throws Exception {
    try (CommitterHarness committer = committer()) {
      committer.send(committer.result(1, committer.file(1)));
      OperatorSubtaskState state = committer.snapshot(1);

      committer.open(state, 1);

      assertThat(REPORTS).hasSize(1);
      assertThat(REPORTS.get(0).version()).isEqualTo(1);
      assertThat(REPORTS.get(0).recovered()).isFalse();
    }
  }

  private CommitterHarness committer() throws Exception {
    CommitterHarness committer = new CommitterHarness(directory, true);
    committer.listener = new Reports();
    return committer.open();
  }
}
