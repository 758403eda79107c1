/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.AddedFile;
import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.LiveFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;

class EnumeratorStateSerializerTest {

  private final EnumeratorStateSerializer serializer = new EnumeratorStateSerializer();

  private static DeltaSplit split(int number, @Nullable String part) {
    Map<String, String> partition = new HashMap<>();
    partition.put("day", part);
    String path =
        "day=2026-01-01/part-%05d-%s.c000.snappy.parquet"
            .formatted(number, new UUID(number, number));
    DataFile file = new DataFile(path, partition, 1 << 27, 1_767_225_600_000L, 1_000_000, null);
    DeletionVector vector =
        number % 2 == 0 ? null : new DeletionVector("u", "ab^-aqEH.-t@S}K{vb[*k^", 1, 34, 5);
    return new DeltaSplit(
        new AddedFile(new LiveFile(file, vector), 7, 1_767_225_600_001L), number * 3L);
  }

  @Test
  void splitsAndStateComeBackAsTheyWere() throws IOException {
    EnumeratorState state =
        new EnumeratorState("id", 7, List.of(split(1, null), split(2, "2026-01-01")));

    assertThat(serializer.deserialize(1, serializer.serialize(state))).isEqualTo(state);
    DeltaSplitSerializer splits = new DeltaSplitSerializer();
    assertThat(splits.deserialize(1, splits.serialize(split(5, "x")))).isEqualTo(split(5, "x"));
    EnumeratorState fresh = new EnumeratorState("id", EnumeratorState.NOT_STARTED, List.of());
    assertThat(serializer.deserialize(1, serializer.serialize(fresh)).started()).isFalse();
  }

  @Test
  void tenThousandFilesAreAFewMegabytes() throws IOException {
    List<DeltaSplit> splits =
        IntStream.range(0, 10_000).mapToObj(number -> split(number, "2026-01-01")).toList();

    int bytes = serializer.serialize(new EnumeratorState("id", 7, splits)).length;

    assertThat(bytes / 10_000).isLessThanOrEqualTo(200);
  }

  @Test
  void aNewerFormatIsNamed() {
    assertThatThrownBy(() -> serializer.deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has format 2")
        .hasMessageContaining("Use that version or a later one");
  }
}
