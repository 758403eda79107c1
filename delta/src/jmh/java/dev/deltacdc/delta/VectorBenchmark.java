/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.roaringbitmap.RoaringBitmap;

/** The deletion vector of a file of a million rows, of which 50,000 are deleted, takes 10,000 more. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class VectorBenchmark {

  private static final int ROWS = 1_000_000;

  private RoaringBitmap before;
  private RoaringBitmap added;
  private DeletionVector written;
  private Path table;
  private VectorStore vectors;

  /** Positions at random. */
  @Setup
  public void setUp() throws IOException {
    Random random = new Random(1);
    before = RoaringBitmap.bitmapOfUnordered(random.ints(50_000, 0, ROWS).toArray());
    added = RoaringBitmap.bitmapOfUnordered(random.ints(10_000, 0, ROWS).toArray());
    added.andNot(before);
    table = Files.createTempDirectory("vectors");
    vectors = new VectorStore(table.toString(), new Configuration());
    written = vectors.write(Map.of("file", before)).get("file");
  }

  /** The union alone, as when the vector is cached. */
  @Benchmark
  public RoaringBitmap merge() {
    return RoaringBitmap.or(before, added);
  }

  /** From a file to another. */
  @Benchmark
  public Object readMergeWrite() {
    RoaringBitmap positions = vectors.read(written);
    positions.or(added);
    return vectors.write(Map.of("file", positions));
  }

  /** Files of an iteration are not kept for the next. */
  @TearDown(Level.Iteration)
  public void removeFiles() throws IOException {
    try (var files = Files.newDirectoryStream(table, "*.bin")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    written = vectors.write(Map.of("file", before)).get("file");
  }
}
