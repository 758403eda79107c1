/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.event.Sequence;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class OrderEntryTest {
  private static final Sequence SEQUENCE = Sequence.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
  private static final long HASH = 0x1122334455667788L;

  @Test
  void theStatedNumberOfBytesIsWritten() throws Exception {
    assertThat(write(OrderEntry.upsert(SEQUENCE, HASH))).hasSize(18);
    assertThat(write(OrderEntry.tombstone(SEQUENCE, HASH, 5))).hasSize(22);
  }

  /** Stored state: these bytes may never change. */
  @Test
  void theFormatStays() throws Exception {
    assertThat(HexFormat.of().formatHex(write(OrderEntry.upsert(SEQUENCE, HASH))))
        .isEqualTo("110011223344556677880102030405060708");
    assertThat(HexFormat.of().formatHex(write(OrderEntry.tombstone(SEQUENCE, HASH, 5))))
        .isEqualTo("15011122334455667788000000050102030405060708");
    assertThat(HexFormat.of().formatHex(write(OrderEntry.fromTable(SEQUENCE))))
        .isEqualTo("110200000000000000000102030405060708");
  }

  @Test
  void everythingComesBack() throws Exception {
    OrderEntry row = read(write(OrderEntry.upsert(SEQUENCE, HASH)));
    assertThat(row.isTombstone()).isFalse();
    assertThat(row.hash()).isEqualTo(HASH);
    assertThat(row.sequence()).isEqualTo(SEQUENCE);
    OrderEntry tombstone = read(write(OrderEntry.tombstone(SEQUENCE, -1, 70_000)));
    assertThat(tombstone.isTombstone()).isTrue();
    assertThat(tombstone.hash()).isEqualTo(-1);
    assertThat(tombstone.arrivedSeconds()).isEqualTo(70_000);
    assertThat(tombstone.sequence()).isEqualTo(SEQUENCE);
    assertThat(tombstone.compareSequence(SEQUENCE)).isZero();
  }

  @Test
  void flagsOfALaterReleaseAreAnError() {
    byte[] packed = OrderEntry.upsert(SEQUENCE, HASH).packed().clone();
    packed[0] = 8;
    assertThatThrownBy(() -> OrderEntry.unpack(packed)).hasMessageContaining("format");
  }

  private static byte[] write(OrderEntry entry) throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    OrderEntrySerializer.INSTANCE.serialize(entry, out);
    return out.getCopyOfBuffer();
  }

  private static OrderEntry read(byte[] bytes) throws Exception {
    return OrderEntrySerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes));
  }
}
