/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import dev.deltacdc.delta.Committed;
import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.LogHook;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/**
 * A process that writes tables on S3 by the sink's own commits, one row each, and keeps to their
 * contract: after any failure it looks for its transaction first. The settings of the file system
 * come from {@code core-site.xml} in {@code HADOOP_CONF_DIR}.
 */
final class S3Writer {

  private static final RowType TYPE =
      RowType.of(new LogicalType[] {new IntType()}, new String[] {"id"});
  private static final int MOST_TRIES = 200;

  private final TableStore store;
  private final String app;

  private S3Writer(String table, String app) {
    this.store = TableStore.open(table, Map.of());
    this.app = app;
  }

  /**
   * Does one of these, and prints what came of it.
   *
   * <pre>
   * append TABLE APP FIRST COUNT   adds the rows FIRST, FIRST + 1, …; prints each acknowledged one
   * read TABLE                     prints the version, then the rows
   * sweep TABLE FAULT COMMITS      writes TABLE0, TABLE1, …, while the first, second, … request
   *                                goes wrong, until none does; prints how many did
   * </pre>
   */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "append" -> {
        S3Writer writer = new S3Writer(args[1], args[2]);
        TableSnapshot base = writer.create();
        int first = Integer.parseInt(args[3]);
        for (int i = 0; i < Integer.parseInt(args[4]); i++) {
          base = writer.append(base, i, first + i);
          System.out.println(first + i);
        }
      }
      case "read" -> {
        TableSnapshot latest = TableStore.open(args[1], Map.of()).latest();
        System.out.println(latest.version());
        rows(latest).forEach(System.out::println);
      }
      case "sweep" -> System.out.println(sweep(args[1], args[2], Integer.parseInt(args[3])));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static int sweep(String table, String fault, int commits) throws Exception {
    List<Integer> expected = IntStream.range(0, commits).boxed().toList();
    for (int request = 0; ; request++) {
      S3Writer writer = new S3Writer(table + request, "sweep");
      String address = fault + "&after=" + request;
      control("PUT", address);
      for (int tries = 1; ; tries++) {
        try {
          TableSnapshot base = writer.create();
          for (int i = 0; i < commits; i++) {
            base = writer.append(base, i, i);
          }
          break;
        } catch (RuntimeException e) {
          throwUnlessCurable(e, tries);
        }
      }
      boolean wentWrong = !control("GET", address).equals("0");
      control("PUT", fault.substring(0, fault.indexOf('?')));
      List<Integer> found = rows(writer.store.latest());
      if (!found.equals(expected)) {
        throw new AssertionError("After fault at request " + request + ": " + found);
      }
      if (!wentWrong) {
        return request;
      }
    }
  }

  private static String control(String method, String address)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private TableSnapshot create() {
    return store.createOrCheck(DeltaTable.of(store.path(), TYPE), false);
  }

  private TableSnapshot append(TableSnapshot snapshot, long transaction, int id) {
    TableSnapshot base = snapshot;
    for (int tries = 1; ; tries++) {
      try {
        if (tries > 1) {
          base = store.latest();
        }
        // Whatever was there at the start: a run that failed may have got further than it knows.
        if (base.transactionVersion(app).orElse(-1) >= transaction) {
          return base;
        }
        TableCommit commit = base.newCommit().transaction(app, transaction);
        write(base, id).forEach(file -> commit.add(file, null));
        Committed committed = commit.commit();
        runHooks(committed);
        return committed.snapshot();
      } catch (RuntimeException e) {
        throwUnlessCurable(e, tries);
      }
    }
  }

  private static void throwUnlessCurable(RuntimeException failure, int tries) {
    if (tries == MOST_TRIES || (failure instanceof TableException table && table.permanent())) {
      throw failure;
    }
  }

  private static List<DataFile> write(TableSnapshot base, int id) {
    RowData row = GenericRowData.of(id);
    return base.dataFileWriter(TYPE, 1 << 20).write(Map.of(), List.of(row).iterator());
  }

  /** A failed one is left to the next commit, as in the sink. */
  private static void runHooks(Committed committed) {
    for (LogHook hook : committed.hooks()) {
      try {
        hook.run();
      } catch (IOException | RuntimeException e) {
        System.err.println(hook.name() + " of version " + hook.version() + ": " + e);
      }
    }
  }

  private static List<Integer> rows(TableSnapshot snapshot) throws Exception {
    List<Integer> rows = new ArrayList<>();
    try (CloseableIterator<RowData> all = snapshot.rows(List.of("id"))) {
      all.forEachRemaining(row -> rows.add(row.getInt(0)));
    }
    Collections.sort(rows);
    return rows;
  }
}
