/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The example in the Javadoc of {@link DeltaSink}, run. */
@Timeout(120)
class DeltaSinkExampleITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  @Test
  void anyJobWithRowsCanUseTheSink() throws Exception {
    String path = directory.resolve("customers").toString();

    // begin
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.enableCheckpointing(10_000);
    RowType type =
        RowType.of(
            new LogicalType[] {new BigIntType(false), new VarCharType(VarCharType.MAX_LENGTH)},
            new String[] {"id", "name"});
    DataStream<RowData> changes =
        env.fromData(
            InternalTypeInfo.of(type),
            GenericRowData.ofKind(RowKind.INSERT, 1L, StringData.fromString("Ana")),
            GenericRowData.ofKind(RowKind.INSERT, 2L, StringData.fromString("Rui")),
            GenericRowData.ofKind(RowKind.UPDATE_AFTER, 1L, StringData.fromString("Ana Maria")),
            GenericRowData.ofKind(RowKind.DELETE, 2L, null));
    DeltaSink.upsert(DeltaTable.of(path, type), List.of("id")).name("customers").sinkTo(changes);
    env.execute();
    // end

    List<String> names = new ArrayList<>();
    try (var rows = TableStore.open(path, Map.of()).latest().rows(List.of("name"))) {
      rows.forEachRemaining(row -> names.add(row.getString(0).toString()));
    }
    assertThat(names).containsExactly("Ana Maria");
  }
}
