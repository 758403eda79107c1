/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.FileIds;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a commit costs against the number of live files, when each touches the same number of them:
 * 100 files get a new deletion vector and one file is added. A benchmark, no test:
 *
 * <pre>
 * mvn -Dquick -pl sink -am -DskipTests test-compile
 * mvn -Dquick -pl sink dependency:build-classpath -Dmdep.outputFile=target/classpath
 * java -cp "sink/target/test-classes:sink/target/classes:$(cat sink/target/classpath)" \
 *   dev.deltacdc.sink.commit.CommitCostRun 100 1000 10000
 * </pre>
 */
public final class CommitCostRun {
  private static final int ROWS_PER_FILE = 200;
  private static final int TOUCHED_FILES = 100;
  private static final int WARM_UP = 20;
  private static final int COMMITS = 60;

  /** Of the committing thread: it tells more than the clock on a machine that others use too. */
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private CommitCostRun() {}

  public static void main(String[] args) throws Exception {
    System.out.println(
        "live files | median ms | least ms | 90 % ms | median ms of CPU   ("
            + COMMITS
            + " commits)");
    for (String liveFiles : args) {
      Path directory = Files.createTempDirectory("commit-cost");
      try (CommitterHarness committer = new CommitterHarness(directory, true)) {
        run(committer, Integer.parseInt(liveFiles));
      } finally {
        delete(directory);
      }
    }
  }

  private static void run(CommitterHarness committer, int liveFiles) throws Exception {
    committer.open();
    int[] ids = IntStream.range(0, ROWS_PER_FILE).toArray();
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < liveFiles; i++) {
      files.add(committer.file(ids));
    }
    committer.commit(1, files.toArray(new DataFile[0]));

    Random random = new Random(7);
    List<Double> millis = new ArrayList<>();
    List<Double> cpuMillis = new ArrayList<>();
    for (int i = 0; i < WARM_UP + COMMITS; i++) {
      long epoch = i + 2L;
      Collections.shuffle(files, random);
      SortedMap<Long, RoaringBitmap> deletes = new TreeMap<>();
      for (DataFile file : files.subList(0, TOUCHED_FILES)) {
        // Every epoch deletes its own position, so that no row dies twice.
        deletes.put(FileIds.of(file.path()), RoaringBitmap.bitmapOf(i));
      }
      committer.send(
          committer.result(
              epoch,
              0,
              1,
              false,
              deletes,
              committer.file(IntStream.range(0, TOUCHED_FILES).toArray())));
      committer.snapshot(epoch);
      long start = System.nanoTime();
      long cpuStart = CPU.getCurrentThreadCpuTime();
      committer.complete(epoch);
      if (i >= WARM_UP) {
        cpuMillis.add((CPU.getCurrentThreadCpuTime() - cpuStart) / 1e6);
        millis.add((System.nanoTime() - start) / 1e6);
      }
    }
    Collections.sort(millis);
    Collections.sort(cpuMillis);
    System.out.printf(
        "%10d | %9.1f | %8.1f | %7.1f | %9.1f%n",
        liveFiles,
        millis.get(millis.size() / 2),
        millis.get(0),
        millis.get(millis.size() * 9 / 10),
        cpuMillis.get(cpuMillis.size() / 2));
  }

  private static void delete(Path directory) throws Exception {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
