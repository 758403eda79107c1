/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.RowText;
import dev.deltacdc.functions.event.Sequence;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

/** Versions in state, also those of a job with other columns. */
class PackedVersionSerializerTest {
  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType EARLIER = type(List.of("id", "v"), new IntType(), TEXT);
  private static final RowType MORE = type(List.of("id", "x", "v"), new IntType(), TEXT, TEXT);
  private static final StringData A = StringData.fromString("a");
  private static final Sequence NONE = Sequence.of(new byte[0]);
  private static final Sequence ONE = Sequence.of(new byte[] {1});
  private static final LeafSet KEPT = LeafSet.of(BitSet.valueOf(new long[] {2}));
  private static final LeafSet KEPT_WITH_MORE = LeafSet.of(BitSet.valueOf(new long[] {4}));
  private static final Sequence TWO = Sequence.of(new byte[] {2, 0});

  private static RowType type(List<String> columns, LogicalType... types) {
    return RowType.of(types, columns.toArray(new String[0]));
  }

  private static List<Version> versions() {
    GenericRowData row = GenericRowData.of(7, null);
    GenericRowData known = GenericRowData.of(7, A);
    return List.of(
        Version.upsert(TWO, row, null).in(row, TWO),
        Version.upsert(TWO, row, null).in(row, ONE).asOldest(ONE).closed(5),
        Version.upsert(TWO, row, KEPT).in(known, TWO).closed(5).linked(List.of(ONE)),
        Version.upsert(TWO, row, KEPT).in(known, ONE).linked(List.of(ONE, NONE)),
        Version.delete(TWO, 9),
        Version.delete(TWO, 9).asOldest(null),
        Version.delete(TWO, 9).asOldest(TWO).linked(List.of(ONE, ONE)));
  }

  @Test
  void everythingOfAVersionIsKept() {
    RowDataSerializer rows = new RowDataSerializer(EARLIER);
    for (Version version : versions()) {
      assertThat(text(PackedVersion.pack(version, rows).unpack(2), EARLIER))
          .isEqualTo(text(version, EARLIER));
    }
  }

  private static String text(Version version, RowType columns) {
    RowText text = RowText.of(columns, columns.getFieldCount());
    return version.isDelete()
        ? version.toString()
        : version.with(null, version.kept()) + text.text(version.row());
  }

  @Test
  void columnsThatCameSinceAreNull() throws IOException {
    RowDataSerializer rows = new RowDataSerializer(EARLIER);
    for (Version version : versions()) {
      DataOutputSerializer out = new DataOutputSerializer(64);
      PackedVersionSerializer earlier = new PackedVersionSerializer(EARLIER, false);
      TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
          out, earlier.snapshotConfiguration());
      earlier.serialize(PackedVersion.pack(version, rows), out);
      DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
      TypeSerializerSnapshot<PackedVersion> read =
          TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
              in, getClass().getClassLoader());
      assertThat(
              new PackedVersionSerializer(MORE, false)
                  .snapshotConfiguration()
                  .resolveSchemaCompatibility(read)
                  .isCompatibleAfterMigration())
          .isTrue();
      Version restored =
          new VersionMigration(new ColumnMigration(MORE), false)
              .apply(read.restoreSerializer().deserialize(in))
              .unpack(3);
      Version expected =
          version.isDelete()
              ? version
              : version.with(
                  GenericRowData.of(7, null, version.row().isNullAt(1) ? null : A),
                  version.kept() == null ? null : KEPT_WITH_MORE);
      assertThat(text(restored, MORE)).isEqualTo(text(expected, MORE));
    }
  }

  @Test
  void anUnknownFormatIsRefused() {
    byte[] bytes = PackedVersion.pack(versions().get(4), new RowDataSerializer(EARLIER)).bytes();
    bytes[0] |= (byte) 128;
    assertThatThrownBy(() -> PackedVersion.of(bytes).unpack(2))
        .hasMessageContaining("not of a format that this release knows");
  }
}
