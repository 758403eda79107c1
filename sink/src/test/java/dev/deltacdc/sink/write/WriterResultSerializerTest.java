/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

/** Results are in checkpoints: this version's bytes must be read for ever. */
class WriterResultSerializerTest {

  /** Written by version 1. */
  private static final String VERSION_1 =
      "000000000000000700000001000000020100000000000000030000000000000004000000000000000500"
          + "000001010000000a613d312f662e70617271000000020100000001610100000001310100000001620000"
          + "000000000000640000000000000009000000000000000401000000027b7d000000010000000000000063"
          + "0000001e3a300000020000000000010001000000180000001c000000010003007011";

  private static final String VERSION_2 =
      "00000000000000070000000100000002010100000002696400000000000000030000000000000004"
          + "000000000000000500000001010000000a613d312f662e7061727100000002010000000161010000"
          + "0001310100000001620000000000000000640000000000000009000000000000000401000000027b"
          + "7d0000000100000000000000630000001e3a300000020000000000010001000000180000001c0000"
          + "00010003007011";

  private static final String VERSION_3 =
      VERSION_2.replaceFirst("(0{15}4)(0{15}5)", "$10000000000000002$2");

  private static WriterResult result(String tableId, long rowsUpdated) {
    Map<String, String> partition = new HashMap<>();
    partition.put("a", "1");
    partition.put("b", null);
    TreeMap<Long, RoaringBitmap> deletes = new TreeMap<>();
    deletes.put(99L, RoaringBitmap.bitmapOf(1, 3, 70_000));
    return new WriterResult(
        7,
        1,
        2,
        true,
        tableId,
        3,
        List.of(new DataFile("a=1/f.parq", partition, 100, 9, 4, "{}")),
        deletes,
        4,
        rowsUpdated,
        5);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    WriterResultSerializer serializer = new WriterResultSerializer();
    byte[] bytes = serializer.serialize(result("id", 2));
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(VERSION_3);
    assertThat(serializer.deserialize(serializer.getVersion(), bytes)).isEqualTo(result("id", 2));
    assertThat(result("id", 2).rowsDeleted()).isEqualTo(3);
  }

  @Test
  void olderVersionsAreRead() throws IOException {
    WriterResultSerializer serializer = new WriterResultSerializer();
    assertThat(serializer.deserialize(1, HexFormat.of().parseHex(VERSION_1)))
        .isEqualTo(result(null, 0));
    assertThat(serializer.deserialize(2, HexFormat.of().parseHex(VERSION_2)))
        .isEqualTo(result("id", 0));
  }

  @Test
  void aNewerVersionIsRefused() {
    assertThatThrownBy(() -> new WriterResultSerializer().deserialize(4, new byte[0]))
        .hasMessageContaining("the state is from a newer version");
  }
}
