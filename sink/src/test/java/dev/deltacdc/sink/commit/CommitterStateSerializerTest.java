/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The stored forms of the committer's state; those of older versions stay readable. */
class CommitterStateSerializerTest {

  private static final String VERSION_1 =
      "0000000100017700000000000000050000000000000003010000000000000002000000000000000a"
          + "0000000000000004";

  private static final String VERSION_2 =
      "00000002000177010002696400000000000000050000000000000003010000000000000002"
          + "000000000000000a0000000000000004";

  private static CommitterState state(String tableId) {
    return state(tableId, false);
  }

  private static CommitterState state(String tableId, boolean refreshing) {
    return state(tableId, refreshing, null);
  }

  private static CommitterState state(String tableId, boolean refreshing, String run) {
    return new CommitterState("w", tableId, 5, 3, true, refreshing, 2, 10, 4, run);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    for (String tableId : new String[] {"id", null}) {
      for (boolean refreshing : new boolean[] {true, false}) {
        for (String run : new String[] {"r", null}) {
          CommitterState state = state(tableId, refreshing, run);
          assertThat(CommitterStateSerializer.readState(CommitterStateSerializer.write(state)))
              .isEqualTo(state);
        }
      }
    }
  }

  @Test
  void version1KnowsNoTable() throws IOException {
    assertThat(CommitterStateSerializer.readState(HexFormat.of().parseHex(VERSION_1)))
        .isEqualTo(state(null));
  }

  @Test
  void version2KnowsNoRefresh() throws IOException {
    assertThat(CommitterStateSerializer.readState(HexFormat.of().parseHex(VERSION_2)))
        .isEqualTo(state("id"));
  }

  @Test
  void version3KnowsNoRun() throws IOException {
    byte[] newer = CommitterStateSerializer.write(state("id", true));
    byte[] older = Arrays.copyOf(newer, newer.length - 1);
    older[3] = 3;
    assertThat(CommitterStateSerializer.readState(older)).isEqualTo(state("id", true));
  }

  @Test
  void aNewerVersionIsRefused() throws IOException {
    byte[] newer = CommitterStateSerializer.write(state("id"));
    newer[3] = 9;
    assertThatThrownBy(() -> CommitterStateSerializer.readState(newer))
        .hasMessageContaining("has format 9")
        .hasMessageContaining("the state is from a newer version");
  }
}
