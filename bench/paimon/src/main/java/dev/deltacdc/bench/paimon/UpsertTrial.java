/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.paimon;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.bench.common.upserts.CommitCurve;
import dev.deltacdc.bench.common.upserts.EventFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.table.sink.CommitMessage;
import org.apache.paimon.table.sink.StreamTableWrite;

/**
 * Paimon's writer for tables with a primary key, through its Java API, since its Flink sink is not
 * to be had here: two threads parse the files with Jackson and hand the rows to the writers of two
 * buckets; every ten seconds all that was written is committed. There is no Flink: no network, no
 * checkpoint, no state, no exactly-once after a failure, no check of events. Readers merge the
 * files of a bucket.
 */
public final class UpsertTrial implements Trial {

  private static final int THREADS = 2;
  private static final int BATCH = 1000;

  private final Arguments arguments;
  private final EventFiles events;

  /** Given as whole seconds, {@code 10 s}. */
  private final long intervalMillis;

  /** Threads that write share it; who prepares a commit has it alone. */
  private final ReentrantReadWriteLock barrier = new ReentrantReadWriteLock(true);

  /** Rows written and not yet committed, by thread. */
  private final long[] written = new long[THREADS];

  private UpsertTrial(Arguments arguments) {
    this.arguments = arguments;
    this.events = EventFiles.of(arguments);
    this.intervalMillis = 1000 * Long.parseLong(arguments.text("interval").replace(" s", ""));
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, UpsertTrial::new);
  }

  @Override
  public Map<String, Double> run() throws Exception {
    Queue<Path> files = new ConcurrentLinkedQueue<>(events.files().toList());
    CommitCurve curve = new CommitCurve();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (ProductTable table = new ProductTable(arguments.work(), THREADS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        running.add(
            threads.submit(
                () -> {
                  write(files, table, thread);
                  return null;
                }));
      }
      long next = System.currentTimeMillis();
      long commitId = 0;
      boolean done = false;
      while (!done) {
        next += intervalMillis;
        done = await(running, next);
        commit(++commitId, table, curve);
      }
    } finally {
      threads.shutdownNow();
    }
    return curve.figures(events.load(), events.events());
  }

  /** Waits for the threads, not longer than to a time; whether all have ended. */
  private static boolean await(List<Future<?>> running, long until) throws Exception {
    try {
      for (Future<?> thread : running) {
        thread.get(Math.max(0, until - System.currentTimeMillis()), TimeUnit.MILLISECONDS);
      }
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private void commit(long commitId, ProductTable table, CommitCurve curve) throws Exception {
    long rows = 0;
    List<CommitMessage> messages;
    barrier.writeLock().lock();
    try {
      messages = table.prepare(commitId);
      for (int i = 0; i < THREADS; i++) {
        rows += written[i];
        written[i] = 0;
      }
    } finally {
      barrier.writeLock().unlock();
    }
    table.commit(commitId, messages);
    curve.add(System.currentTimeMillis(), rows);
  }

  private void write(Queue<Path> files, ProductTable table, int thread) throws Exception {
    List<List<GenericRow>> buckets = new ArrayList<>();
    for (int bucket = 0; bucket < ProductTable.BUCKETS; bucket++) {
      buckets.add(new ArrayList<>());
    }
    for (Path file = files.poll(); file != null; file = files.poll()) {
      try (EventParser parser = new EventParser(file)) {
        for (GenericRow row = parser.next(); row != null; row = parser.next()) {
          int bucket = table.bucket(row, thread);
          buckets.get(bucket).add(row);
          if (buckets.get(bucket).size() == BATCH) {
            handOver(buckets.get(bucket), table.writer(bucket), bucket, thread);
          }
        }
      }
    }
    for (int bucket = 0; bucket < ProductTable.BUCKETS; bucket++) {
      handOver(buckets.get(bucket), table.writer(bucket), bucket, thread);
    }
  }

  private void handOver(List<GenericRow> rows, StreamTableWrite writer, int bucket, int thread)
      throws Exception {
    barrier.readLock().lock();
    try {
      synchronized (writer) {
        for (GenericRow row : rows) {
          writer.write(row, bucket);
        }
      }
      written[thread] += rows.size();
    } finally {
      barrier.readLock().unlock();
    }
    rows.clear();
  }
}
