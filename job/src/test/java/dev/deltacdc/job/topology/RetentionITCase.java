/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.cli.Cli;
import dev.deltacdc.job.testdata.Columns;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code RETAIN 365 DAYS} over a year and a half: older days leave the table, no other. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RetentionITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(1);

  private static final int RETAIN = 365;
  private static final int DAYS = 560;
  private static final int IDS = 5;
  private static final LocalDate FIRST = LocalDate.parse("2021-01-01");

  private static final String PIPELINE =
      """
      SET 'snapshot.idle-timeout' = '100 ms';
      CREATE TABLE feed (id INT, v INT, op STRING, ts TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE STREAMING TABLE current_rows;
      CREATE FLOW apply AS AUTO CDC INTO current_rows FROM STREAM(feed)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF current_rows EVERY DAY EVENT TIME ts
        START DATE '2021-01-01' RETAIN 365 DAYS;
      """;

  private static final Pattern DATE = Pattern.compile("\"snapshot_date\":\"([^\"]+)\"");

  @TempDir Path temp;

  /** One event a day; every id is deleted now and then. */
  private record Event(int day) {
    int id() {
      return day % IDS;
    }

    boolean delete() {
      return day % 37 == 36;
    }

    Instant time() {
      return FIRST.plusDays(day).atTime(12, 30, 0, 1_000).toInstant(java.time.ZoneOffset.UTC);
    }

    Map<String, Object> row() {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("id", id());
      row.put("v", day);
      row.put("ts", time());
      return row;
    }

    String json() {
      Map<String, Object> event = row();
      event.put("op", delete() ? "D" : "U");
      return TableContent.line(event);
    }
  }

  /** The rows of the days from one to another, both of them included. */
  private static List<String> rows(int from, int to) {
    List<String> rows = new ArrayList<>();
    Map<Integer, Event> alive = new TreeMap<>();
    for (int day = 0; day <= to; day++) {
      Event event = new Event(day);
      if (event.delete()) {
        alive.remove(event.id());
      } else {
        alive.put(event.id(), event);
      }
      if (day >= from) {
        for (Event at : alive.values()) {
          Map<String, Object> row = at.row();
          row.put("snapshot_date", FIRST.plusDays(day));
          rows.add(TableContent.line(row));
        }
      }
    }
    return rows;
  }

  /** Days of the events that go into a file, both included. */
  private void feed(int from, int to) throws Exception {
    List<String> events = new ArrayList<>();
    for (int day = from; day <= to; day++) {
      events.add(new Event(day).json());
    }
    Path written = Files.write(temp.resolve("next"), events);
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Files.move(written, feed.resolve("%05d.json".formatted(from)), StandardCopyOption.ATOMIC_MOVE);
  }

  /** The first and last day in the table. */
  private static List<LocalDate> span(Path table) {
    TreeSet<LocalDate> days = new TreeSet<>();
    for (String row : TableContent.read(table)) {
      Matcher date = DATE.matcher(row);
      assertThat(date.find()).isTrue();
      days.add(LocalDate.parse(date.group(1)));
    }
    return days.isEmpty() ? List.of() : List.of(days.first(), days.last());
  }

  @Test
  void daysLeaveTheTableAsOthersAreClosed(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Path file =
        Files.writeString(
            temp.resolve("p.sql"), PIPELINE.formatted(", 'source.monitor-interval' = '20 ms'"));
    Files.createDirectories(temp.resolve("feed"));
    E2eFolder folder = E2eFolder.fresh("retention");
    Path table = folder.table("days");
    PipelineJob job =
        PipelineJob.start(cluster, file, folder.lake(), 1, PipelineJob.configuration(temp));
    int step = 140;
    for (int day = 0; day < DAYS; day += step) {
      feed(day, day + step - 1);
      job.awaitRead(Step.flow("apply"), day + step);
      // The day of the last event is open.
      int closed = day + step - 2;
      List<LocalDate> expected =
          List.of(FIRST.plusDays(Math.max(0, closed - RETAIN)), FIRST.plusDays(closed));
      // What a checkpoint commits may end before the days that its watermark closes.
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                job.checkpoint();
                return span(table).equals(expected);
              });
    }
    job.stop();

    List<String> rows = rows(DAYS - 2 - RETAIN, DAYS - 2);
    folder.expect(
        "days",
        Columns.of("id", "INT", "v", "INT", "ts", "TIMESTAMP", "snapshot_date", "DATE"),
        rows);
    assertThat(TableContent.read(table)).hasSameElementsAs(rows).hasSameSizeAs(rows);
  }

  @Test
  void aDeliveryOfTheNextYearRemovesTheDaysOfTheLast() throws Exception {
    Path file = Files.writeString(temp.resolve("p.sql"), PIPELINE.formatted(""));
    Path lake = temp.resolve("lake");
    feed(0, 399);
    run(file, lake);
    // The newest day is written too, though it is open.
    assertThat(TableContent.read(lake.resolve("days"))).hasSameElementsAs(rows(399 - RETAIN, 399));

    feed(400, DAYS - 1);
    run(file, lake);

    // RETAIN counts from the newest closed day, the last but one.
    List<String> rows = rows(DAYS - 2 - RETAIN, DAYS - 1);
    assertThat(TableContent.read(lake.resolve("days"))).hasSameElementsAs(rows).hasSameSizeAs(rows);
  }

  private static void run(Path file, Path lake) {
    Cli run = Cli.run("run", file.toString(), "--lake", lake.toString(), "--parallelism", "1");
    assertThat(run.code()).as(run.out() + run.err()).isZero();
  }
}
