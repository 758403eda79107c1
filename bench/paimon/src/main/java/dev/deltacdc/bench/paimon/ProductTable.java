/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.paimon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.paimon.catalog.Catalog;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.catalog.CatalogFactory;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.table.Table;
import org.apache.paimon.table.sink.CommitMessage;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.sink.StreamWriteBuilder;
import org.apache.paimon.types.DataTypes;

/** A table with a primary key and two buckets, with a writer for each. */
final class ProductTable implements AutoCloseable {

  /** Number of columns. */
  static final int COLUMNS = 6;

  /** The place of the column that orders the rows of a key. */
  static final int SEQUENCE = 4;

  /** Writers, each of its own bucket. */
  static final int BUCKETS = 2;

  private final IOManager files;
  private final StreamTableCommit commit;
  private final List<StreamTableWrite> writers = new ArrayList<>();

  /** Tell buckets, for a thread each: a writer has a row at a time in hand. */
  private final List<StreamTableWrite> routers = new ArrayList<>();

  ProductTable(Path work, int threads) throws Exception {
    Catalog catalog =
        CatalogFactory.createCatalog(
            CatalogContext.create(
                new org.apache.paimon.fs.Path(work.resolve("warehouse").toUri())));
    catalog.createDatabase("db", false);
    Identifier name = Identifier.create("db", "products");
    catalog.createTable(
        name,
        Schema.newBuilder()
            .column("id", DataTypes.STRING())
            .column("name", DataTypes.STRING())
            .column("stock", DataTypes.INT())
            .column("price", DataTypes.DOUBLE())
            .column("seq", DataTypes.BIGINT())
            .column("updated_at", DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(6))
            .primaryKey("id")
            .option("bucket", Integer.toString(BUCKETS))
            .option("sequence.field", "seq")
            .build(),
        false);
    Table table = catalog.getTable(name);
    StreamWriteBuilder builder = table.newStreamWriteBuilder();
    files = IOManager.create(work.resolve("spill").toString());
    commit = builder.newCommit();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      StreamTableWrite writer = builder.newWrite();
      writer.withIOManager(files);
      writers.add(writer);
    }
    for (int thread = 0; thread < threads; thread++) {
      routers.add(builder.newWrite());
    }
  }

  int bucket(InternalRow row, int thread) {
    return routers.get(thread).getBucket(row);
  }

  StreamTableWrite writer(int bucket) {
    return writers.get(bucket);
  }

  /** Writes out what the writers hold. No row may be written meanwhile. */
  List<CommitMessage> prepare(long commitId) throws Exception {
    List<CommitMessage> messages = new ArrayList<>();
    for (StreamTableWrite writer : writers) {
      messages.addAll(writer.prepareCommit(false, commitId));
    }
    return messages;
  }

  void commit(long commitId, List<CommitMessage> messages) {
    commit.commit(commitId, messages);
  }

  @Override
  public void close() throws Exception {
    for (StreamTableWrite writer : writers) {
      writer.close();
    }
    for (StreamTableWrite router : routers) {
      router.close();
    }
    commit.close();
    files.close();
  }
}
