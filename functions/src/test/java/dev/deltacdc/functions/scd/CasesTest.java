/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deltacdc.functions.count.Counts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The conformance cases on the functions alone. */
class CasesTest {
  private static final int SHUFFLES = 20;

  /** Every so many shuffled runs have restarts in them, which take most of the time. */
  private static final int RESTARTED = 7;

  static List<CdcCase> cases() {
    return CdcCase.all();
  }

  @Test
  void noCaseIsLeftOut() {
    assertThat(cases()).hasSize(66);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void asWritten(CdcCase cdcCase) throws Exception {
    check(cdcCase, cdcCase.batches(), cdcCase.rejected(), List.of(1));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void withARestartAndAnotherParallelismBetweenBatches(CdcCase cdcCase) throws Exception {
    check(cdcCase, cdcCase.batches(), cdcCase.rejected(), List.of(2, 3, 1));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shuffledAndDuplicatedWhereTheOrderDoesNotMatter(CdcCase cdcCase) throws Exception {
    assumeTrue(cdcCase.anyOrder(), "the case depends on the order of arrival");
    List<RowData> events = cdcCase.batches().stream().flatMap(List::stream).toList();
    Random random = new Random(42);
    for (int i = 0; i < SHUFFLES; i++) {
      List<RowData> feed = new ArrayList<>(events);
      feed.addAll(events);
      Collections.shuffle(feed, random);
      List<List<RowData>> batches = i % RESTARTED == 0 ? rebatched(feed, random) : List.of(feed);
      check(cdcCase, batches, 2 * cdcCase.rejected(), List.of(1, 3, 2));
    }
  }

  private static void check(
      CdcCase cdcCase, List<List<RowData>> batches, int rejected, List<Integer> parallelisms)
      throws Exception {
    try (CdcPipeline pipeline = pipeline(cdcCase, parallelisms.get(0))) {
      long fed = 0;
      for (int i = 0; i < batches.size(); i++) {
        if (i > 0 && parallelisms.size() > 1) {
          pipeline.restart(parallelisms.get(i % parallelisms.size()));
        }
        for (RowData row : batches.get(i)) {
          pipeline.feed(row);
          fed++;
        }
      }
      List<List<String>> table = new ArrayList<>();
      pipeline.table().forEach(row -> table.add(cdcCase.texts(row)));
      assertThat(cdcCase.expected())
          .anySatisfy(rows -> assertThat(table).containsExactlyInAnyOrderElementsOf(rows));
      assertThat(pipeline.rejected()).hasSize(rejected);
      assertThat(pipeline.count(Counts.READ)).isEqualTo(fed);
      assertThat(
              pipeline.count(Counts.APPLIED)
                  + pipeline.count(Counts.STALE)
                  + pipeline.count(Counts.DUPLICATE)
                  + pipeline.count(Counts.REJECTED)
                  + pipeline.count(Counts.TRUNCATES))
          .isEqualTo(fed);
    }
  }

  private static CdcPipeline pipeline(CdcCase cdcCase, int parallelism) throws Exception {
    List<List<Integer>> ignoreNulls = List.of(cdcCase.ignoreNulls());
    return cdcCase.isHistory()
        ? new Scd2Pipeline(
            cdcCase.layout(), cdcCase.target(), cdcCase.tracked(), ignoreNulls, parallelism)
        : new Scd1Pipeline(cdcCase.layout(), cdcCase.target(), ignoreNulls, parallelism);
  }

  /** Three parts, cut anywhere. */
  private static List<List<RowData>> rebatched(List<RowData> feed, Random random) {
    int first = random.nextInt(feed.size() + 1);
    int second = first + random.nextInt(feed.size() - first + 1);
    return List.of(
        feed.subList(0, first), feed.subList(first, second), feed.subList(second, feed.size()));
  }
}
