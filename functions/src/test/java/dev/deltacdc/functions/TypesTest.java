/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.reject.QuarantineTable;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that flows or is kept goes through Kryo, and everything comes back as it was. */
class TypesTest {
  private static final RowType ROW = RowType.of(new IntType(), new VarCharType(20));

  static Stream<TypeInformation<?>> types() {
    return Stream.of(
        RowKeyTypeInfo.INSTANCE,
        ChangeEventTypeInfo.of(ROW),
        RejectedEvent.TAG.getTypeInfo(),
        Truncate.TAG.getTypeInfo(),
        InternalTypeInfo.of(EventOrigin.TYPE),
        InternalTypeInfo.of(QuarantineTable.ROW_TYPE),
        Types.MAP(Types.STRING, Types.LONG),
        Types.MAP(Types.STRING, Types.STRING));
  }

  @ParameterizedTest
  @MethodSource("types")
  void noTypeIsGeneric(TypeInformation<?> type) {
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    assertThat(type.createSerializer(config)).isNotNull();
    Deque<TypeInformation<?>> rest = new ArrayDeque<>(List.of(type));
    while (!rest.isEmpty()) {
      TypeInformation<?> next = rest.pop();
      assertThat(next).isNotInstanceOf(GenericTypeInfo.class);
      rest.addAll(next.getGenericParameters().values());
      if (next instanceof PojoTypeInfo<?> record) {
        for (int i = 0; i < record.getArity(); i++) {
          rest.add(record.getTypeAt(i));
        }
      }
    }
  }

  @Test
  void aRejectedEventComesBackWithAndWithoutTime() throws Exception {
    TypeSerializer<RejectedEvent> serializer = serializer(RejectedEvent.TAG.getTypeInfo());
    for (Long time : new Long[] {5L, null}) {
      RejectedEvent event = new RejectedEvent("f", "s", "p", "r", "m", new byte[] {1, 2}, time);
      RejectedEvent copy = throughBytes(serializer, event);
      assertThat(copy).usingRecursiveComparison().isEqualTo(event);
    }
  }

  @Test
  void aTruncateComesBackWithAndWithoutTime() throws Exception {
    TypeSerializer<Truncate> serializer = serializer(Truncate.TAG.getTypeInfo());
    Sequence sequence = Sequence.of(new byte[] {1, 2});
    for (TimestampData time : new TimestampData[] {TimestampData.fromEpochMillis(5, 6), null}) {
      Truncate copy = throughBytes(serializer, Truncate.of(sequence, time));
      assertThat(copy.at()).isEqualTo(sequence);
      assertThat(copy.eventTime()).isEqualTo(time);
    }
  }

  @Test
  void aChangeEventComesBackWithItsMarks() throws Exception {
    TypeSerializer<ChangeEvent> serializer = serializer(ChangeEventTypeInfo.of(ROW));
    Sequence sequence = Sequence.of(new byte[200]);
    GenericRowData row = GenericRowData.of(1, StringData.fromString("a"));
    LeafSet kept = LeafSet.of(BitSet.valueOf(new long[] {1L << 50 | 1}));
    for (ChangeEvent event :
        List.of(
            ChangeEvent.upsert(row, sequence),
            ChangeEvent.delete(row, sequence),
            ChangeEvent.upsert(row, sequence).asStale(),
            ChangeEvent.upsert(row, sequence, kept),
            ChangeEvent.upsert(row, sequence, kept).asStale(),
            ChangeEvent.delete(row, sequence).asStale())) {
      ChangeEvent copy = throughBytes(serializer, event);
      assertThat(copy.delete()).isEqualTo(event.delete());
      assertThat(copy.stale()).isEqualTo(event.stale());
      assertThat(copy.kept()).isEqualTo(event.kept());
      assertThat(copy.sequence()).isEqualTo(sequence);
      assertThat(copy.row().getString(1)).hasToString("a");
    }
  }

  @Test
  void aRowReadIsNotOverwrittenByTheNext() throws Exception {
    TypeSerializer<ChangeEvent> serializer = serializer(ChangeEventTypeInfo.of(ROW));
    Sequence sequence = Sequence.of(new byte[1]);
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(ChangeEvent.upsert(GenericRowData.of(1, null), sequence), out);
    serializer.serialize(ChangeEvent.upsert(GenericRowData.of(2, null), sequence), out);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    ChangeEvent first = serializer.deserialize(serializer.createInstance(), in);
    ChangeEvent second = serializer.deserialize(first, in);
    assertThat(first.row()).isInstanceOf(BinaryRowData.class);
    assertThat(first.row().getInt(0)).isEqualTo(1);
    assertThat(second.row().getInt(0)).isEqualTo(2);
  }

  private static <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    return type.createSerializer(config);
  }

  private static <T> T throughBytes(TypeSerializer<T> serializer, T value) throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    DataOutputSerializer copied = new DataOutputSerializer(64);
    serializer.copy(new DataInputDeserializer(out.getCopyOfBuffer()), copied);
    return serializer.copy(
        serializer.duplicate().deserialize(new DataInputDeserializer(copied.getCopyOfBuffer())));
  }
}
