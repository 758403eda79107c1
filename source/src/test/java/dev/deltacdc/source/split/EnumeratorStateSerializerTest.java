/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.LiveFileSerializer;
import dev.deltacdc.delta.RowChange;
import dev.deltacdc.delta.VersionFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataOutputSerializer;
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
        VersionFile.added(new LiveFile(file, vector), 7, 1_767_225_600_001L), number * 3L);
  }

  @Test
  void splitsAndStateComeBackAsTheyWere() throws IOException {
    EnumeratorState state =
        new EnumeratorState("id", 7, List.of(split(1, null), deletes(split(2, "x"))), true);
    DeltaSplitSerializer splits = new DeltaSplitSerializer();
    EnumeratorState fresh =
        new EnumeratorState("id", EnumeratorState.NOT_STARTED, List.of(), false);

    assertThat(serializer.deserialize(2, serializer.serialize(state))).isEqualTo(state);
    assertThat(splits.deserialize(2, splits.serialize(split(5, "x")))).isEqualTo(split(5, "x"));
    assertThat(serializer.deserialize(2, serializer.serialize(fresh))).isEqualTo(fresh);
  }

  private static DeltaSplit deletes(DeltaSplit split) {
    DeletionVector within = new DeletionVector("i", "inline", null, 6, 2);
    VersionFile file = split.file();
    return new DeltaSplit(
        new VersionFile(file.file(), file.version(), file.timestamp(), RowChange.DELETE, within),
        split.nextRow());
  }

  /** Before change feeds were read. */
  @Test
  void theFirstFormatIsRead() throws IOException {
    DeltaSplit split = split(1, "2026-01-01");
    DataOutputSerializer splitBytes = new DataOutputSerializer(64);
    writeFirst(split, splitBytes);
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeUTF("id");
    out.writeLong(7);
    out.writeInt(1);
    writeFirst(split, out);

    assertThat(new DeltaSplitSerializer().deserialize(1, splitBytes.getCopyOfBuffer()))
        .isEqualTo(split);
    assertThat(serializer.deserialize(1, out.getCopyOfBuffer()))
        .isEqualTo(new EnumeratorState("id", 7, List.of(split), false));
  }

  private static void writeFirst(DeltaSplit split, DataOutputSerializer out) throws IOException {
    LiveFileSerializer.write(split.file().file(), out);
    out.writeLong(split.file().version());
    out.writeLong(split.file().timestamp());
    out.writeLong(split.nextRow());
  }

  @Test
  void tenThousandFilesAreAFewMegabytes() throws IOException {
    List<DeltaSplit> splits =
        IntStream.range(0, 10_000).mapToObj(number -> split(number, "2026-01-01")).toList();

    int bytes = serializer.serialize(new EnumeratorState("id", 7, splits, false)).length;

    assertThat(bytes / 10_000).isLessThanOrEqualTo(200);
  }

  @Test
  void aNewerFormatIsNamed() {
    assertThatThrownBy(() -> serializer.deserialize(3, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has format 3")
        .hasMessageContaining("Use that version or a later one");
  }
}
