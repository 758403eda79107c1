/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.Sequence;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class MergedRowSerializerTest {
  private static final LogicalType INT = new IntType();
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType PLACE = RowType.of(INT, TEXT);

  /** Leaves: id 0; place 1, 2; v 3. */
  private static final RowType EARLIER = type(List.of("id", "p", "v"), INT, PLACE, TEXT);

  /** Leaves: added 0, 1; v 2; id 3; place 4, 5. */
  private static final RowType MORE =
      type(List.of("x", "v", "id", "p"), RowType.of(INT, INT), TEXT, INT, PLACE);

  private static final GenericRowData ROW =
      GenericRowData.of(
          7, GenericRowData.of(1, StringData.fromString("a")), StringData.fromString("b"));

  private static RowType type(List<String> columns, LogicalType... types) {
    return RowType.of(types, columns.toArray(new String[0]));
  }

  private static Sequence at(int sequence) {
    return Sequence.of(new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) sequence});
  }

  private static TypeSerializerSnapshot<MergedRowState> snapshot(RowType type) {
    return new MergedRowSerializer(type).snapshotConfiguration();
  }

  private static MergedRowState pack(MergedRow known) {
    return MergedRowState.pack(known, new RowDataSerializer(EARLIER));
  }

  @Test
  void whatIsPackedComesBack() {
    for (MergedRow known :
        List.of(
            MergedRow.tombstone(at(5), 77),
            MergedRow.of(ROW, Collections.nCopies(4, at(3)), null),
            MergedRow.of(ROW, Collections.nCopies(4, at(3)), at(3)),
            MergedRow.of(ROW, Arrays.asList(at(9), null, at(3), at(9)), null),
            MergedRow.of(ROW, Arrays.asList(at(9), at(2), at(3), null), at(1)))) {
      MergedRow copy = pack(known).unpack(3, 4);
      assertThat(copy.isTombstone()).isEqualTo(known.isTombstone());
      assertThat(copy.setBy()).isEqualTo(known.setBy());
      assertThat(copy.deleted()).isEqualTo(known.deleted());
      assertThat(copy.deletedSeconds()).isEqualTo(known.deletedSeconds());
      if (!known.isTombstone()) {
        assertThat(copy.row().getInt(0)).isEqualTo(7);
        assertThat(copy.row().getRow(1, 2).getString(1)).hasToString("a");
      }
    }
  }

  @Test
  void theFormatIsThatOfCheckpoints() throws IOException {
    assertThat(written(MergedRow.tombstone(at(5), 77)))
        .isEqualTo("0000000d010000004d0000000000000005");
    assertThat(
            written(
                MergedRow.of(
                    GenericRowData.of(7, null, null), Collections.nCopies(4, at(3)), null)))
        .isEqualTo(
            "0000002a04080000000000000003000600000000000007000000000000000000"
                + "0000000000000000000000000000");
    assertThat(
            written(
                MergedRow.of(
                    GenericRowData.of(7, null, null),
                    Arrays.asList(at(9), null, at(3), at(9)),
                    at(1))))
        .isEqualTo(
            "0000004102080000000000000001020800000000000000090800000000000000"
                + "0301000201000600000000000007000000000000000000000000000000000000"
                + "0000000000");
  }

  private static String written(MergedRow known) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    new MergedRowSerializer(EARLIER).serialize(pack(known), out);
    return HexFormat.of().formatHex(out.getCopyOfBuffer());
  }

  @Test
  void aKeyTakesTheStatedBytes() {
    RowType type = RowType.of(new BigIntType(), INT, INT);
    RowDataSerializer rows = new RowDataSerializer(type);
    GenericRowData row = GenericRowData.of(1L, 2, 3);
    int rowBytes = rows.toBinaryRow(row).getSizeInBytes();
    MergedRow one = MergedRow.of(row, Collections.nCopies(3, at(3)), null);
    assertThat(MergedRowState.pack(one, rows).bytes()).hasSize(rowBytes + 10);
    MergedRow two = MergedRow.of(row, List.of(at(3), at(3), at(2)), null);
    assertThat(MergedRowState.pack(two, rows).bytes()).hasSize(rowBytes + 2 + 2 * 9 + 3);
    MergedRow after = MergedRow.of(row, List.of(at(3), at(3), at(2)), at(1));
    assertThat(MergedRowState.pack(after, rows).bytes()).hasSize(rowBytes + 2 + 3 * 9 + 3);
    assertThat(MergedRowState.pack(MergedRow.tombstone(at(3), 9), rows).bytes()).hasSize(13);
  }

  @Test
  void aRowOfManyLeavesAndEventsIsPacked() {
    int leaves = 300;
    RowType type = RowType.of(Collections.nCopies(leaves, INT).toArray(LogicalType[]::new));
    List<Sequence> setBy =
        IntStream.range(0, leaves)
            .mapToObj(i -> Sequence.of(new byte[] {(byte) (i >> 8), (byte) i}))
            .toList();
    MergedRow known = MergedRow.of(new GenericRowData(leaves), setBy, null);
    MergedRowState packed = MergedRowState.pack(known, new RowDataSerializer(type));
    assertThat(packed.unpack(leaves, leaves).setBy()).isEqualTo(setBy);
  }

  @Test
  void columnsThatCameSinceAreNullAndSetByNone() throws IOException {
    MergedRow known = MergedRow.of(ROW, Arrays.asList(at(9), at(2), null, at(3)), at(1));
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(out, snapshot(EARLIER));
    new MergedRowSerializer(EARLIER).serialize(pack(known), out);

    // As a heap keeps it: read by the earlier serializer, used and written by the new one.
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    TypeSerializerSnapshot<MergedRowState> read =
        TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
            in, getClass().getClassLoader());
    MergedRowState restored = read.restoreSerializer().deserialize(in);
    assertThat(snapshot(MORE).resolveSchemaCompatibility(read).isCompatibleAfterMigration())
        .isTrue();
    DataOutputSerializer again = new DataOutputSerializer(64);
    TypeSerializer<MergedRowState> present = new MergedRowSerializer(MORE);
    present.duplicate().serialize(restored, again);
    MergedRowState rewritten =
        present.deserialize(new DataInputDeserializer(again.getCopyOfBuffer()));

    LeafMigration migration = new LeafMigration(new ColumnMigration(MORE));
    for (MergedRowState state : List.of(migration.apply(restored), rewritten)) {
      MergedRow row = state.unpack(4, 6);
      assertThat(row.setBy()).containsExactly(null, null, at(3), at(9), at(2), null);
      assertThat(row.deleted()).isEqualTo(at(1));
      assertThat(row.row().isNullAt(0)).isTrue();
      assertThat(row.row().getString(1)).hasToString("b");
      assertThat(row.row().getInt(2)).isEqualTo(7);
      assertThat(row.row().getRow(3, 2).getString(1)).hasToString("a");
    }
  }

  @Test
  void tombstonesAndRowsOfTheSameFormStayAsTheyAre() {
    LeafMigration migration = new LeafMigration(new ColumnMigration(MORE));
    MergedRowState tombstone = pack(MergedRow.tombstone(at(5), 77));
    assertThat(migration.apply(MergedRowState.restored(tombstone.bytes(), EARLIER)))
        .isEqualTo(tombstone);
    LeafMigration same = new LeafMigration(new ColumnMigration(EARLIER));
    MergedRowState row = pack(MergedRow.of(ROW, Collections.nCopies(4, at(3)), null));
    RowType notNull = type(List.of("id", "p", "v"), INT.copy(false), PLACE, TEXT);
    assertThat(same.apply(MergedRowState.restored(row.bytes(), notNull))).isEqualTo(row);
  }

  @Test
  void whatCanBeReadOn() {
    assertThat(snapshot(EARLIER).resolveSchemaCompatibility(snapshot(EARLIER)).isCompatibleAsIs())
        .isTrue();
    assertThat(snapshot(EARLIER).resolveSchemaCompatibility(snapshot(MORE)).isIncompatible())
        .isTrue();
    RowType otherPlace = type(List.of("id", "p", "v"), INT, RowType.of(INT, TEXT, INT), TEXT);
    assertThat(snapshot(otherPlace).resolveSchemaCompatibility(snapshot(EARLIER)).isIncompatible())
        .isTrue();
  }

  @Test
  void stateOfALaterReleaseIsRefused() {
    byte[] bytes = pack(MergedRow.of(ROW, Collections.nCopies(4, at(3)), null)).bytes().clone();
    bytes[0] |= 64;
    assertThatThrownBy(() -> MergedRowState.of(bytes).unpack(3, 4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("format");
    assertThatThrownBy(
            () ->
                new MergedRowSerializer.Snapshot()
                    .readSnapshot(2, new DataInputDeserializer(), getClass().getClassLoader()))
        .isInstanceOf(IOException.class);
  }
}
