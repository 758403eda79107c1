/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventSerializer;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySerializer;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.event.Versions;
import dev.deltacdc.functions.order.OrderEntrySerializer;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * State written by an earlier release is read by this one: the resources hold, per type, the
 * serializer's snapshot and a value as version 1 wrote them. Run with {@code
 * -Ddeltacdc.write-state=true} to write those of a new type; never overwrite one.
 */
class SerializerCompatibilityTest {
  private static final RowType ROW = RowType.of(new IntType(), new VarCharType(20));
  private static final byte[] ENTRY = {1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 7, 1, 2};

  static Stream<Arguments> states() throws Exception {
    ChangeEvent event =
        ChangeEvent.delete(
                GenericRowData.of(1, StringData.fromString("a longer text")),
                Sequence.of(new byte[] {1, 2}))
            .asStale();
    ChangeEvent keeping =
        ChangeEvent.upsert(
            GenericRowData.of(1, null),
            Sequence.of(new byte[] {1, 2}),
            LeafSet.of(BitSet.valueOf(new long[] {2})));
    DataInputDeserializer entry = new DataInputDeserializer(withLength(ENTRY));
    return Stream.of(
        Arguments.of("row-key-v1", RowKeySerializer.INSTANCE, RowKey.of(new byte[] {1, 2, 3})),
        Arguments.of(
            "order-entry-v1",
            OrderEntrySerializer.INSTANCE,
            OrderEntrySerializer.INSTANCE.deserialize(entry)),
        Arguments.of("change-event-v1", new ChangeEventSerializer(ROW), event),
        Arguments.of("change-event-v2", new ChangeEventSerializer(ROW), keeping),
        Arguments.of(
            "rejected-event-v1",
            RejectedEvent.TAG.getTypeInfo().createSerializer(new SerializerConfigImpl()),
            new RejectedEvent("f", "s", "p", "r", "m", new byte[] {1}, null)),
        Arguments.of(
            "truncate-v1",
            Truncate.TAG.getTypeInfo().createSerializer(new SerializerConfigImpl()),
            new Truncate(new byte[] {1, 2}, 3L, 4)));
  }

  @ParameterizedTest
  @MethodSource("states")
  <T> void stateOfAnEarlierReleaseIsRead(String name, TypeSerializer<T> serializer, T value)
      throws Exception {
    String resource = "state/" + name + ".bin";
    if (Boolean.getBoolean("deltacdc.write-state")) {
      Path file = Path.of("src/test/resources", resource);
      Files.createDirectories(file.getParent());
      Files.write(file, written(serializer, value));
    }
    byte[] stored =
        Boolean.getBoolean("deltacdc.write-state") ? written(serializer, value) : read(resource);
    DataInputDeserializer in = new DataInputDeserializer(stored);
    TypeSerializerSnapshot<T> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(in, getClass().getClassLoader());
    T restored = snapshot.restoreSerializer().deserialize(in);
    assertThat(bytes(serializer, restored)).isEqualTo(bytes(serializer, value));
    assertThat(in.available()).isZero();
    assertThat(
            serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
  }

  @Test
  void rowsOfOtherTypesAreNotTakenForOurs() {
    TypeSerializerSnapshot<ChangeEvent> old =
        new ChangeEventSerializer(RowType.of(new IntType())).snapshotConfiguration();
    assertThat(
            new ChangeEventSerializer(ROW)
                .snapshotConfiguration()
                .resolveSchemaCompatibility(old)
                .isIncompatible())
        .isTrue();
  }

  @Test
  void stateOfALaterReleaseIsRefused() {
    assertThatThrownBy(() -> Versions.requireKnown("row key", 2, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("row key")
        .hasMessageContaining("the release that wrote it");
    assertThatThrownBy(
            () ->
                new RowKeySerializer.Snapshot()
                    .readSnapshot(2, new DataInputDeserializer(), getClass().getClassLoader()))
        .isInstanceOf(IOException.class);
  }

  private static <T> byte[] written(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }

  private static <T> byte[] bytes(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }

  private static byte[] read(String resource) throws IOException {
    try (InputStream in =
        SerializerCompatibilityTest.class.getClassLoader().getResourceAsStream(resource)) {
      assertThat(in).as("%s, written by an earlier release", resource).isNotNull();
      return in.readAllBytes();
    }
  }

  private static byte[] withLength(byte[] bytes) {
    byte[] result = new byte[bytes.length + 1];
    result[0] = (byte) bytes.length;
    System.arraycopy(bytes, 0, result, 1, bytes.length);
    return result;
  }
}
