/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.Sequence;
import java.io.IOException;
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
  private static final Sequence ONE = Sequence.of(new byte[] {1});
  private static final Sequence TWO = Sequence.of(new byte[] {2, 0});

  private static RowType type(List<String> columns, LogicalType... types) {
    return RowType.of(types, columns.toArray(new String[0]));
  }

  private static List<Version> versions() {
    GenericRowData row = GenericRowData.of(7, StringData.fromString("a"));
    return List.of(
        Version.upsert(TWO, row),
        Version.upsert(TWO, row).asOldest(ONE).closed(5),
        Version.delete(TWO, 9),
        Version.delete(TWO, 9).asOldest(null));
  }

  @Test
  void everythingOfAVersionIsKept() {
    RowDataSerializer rows = new RowDataSerializer(EARLIER);
    for (Version version : versions()) {
      Version again = PackedVersion.pack(version, rows).unpack(2);
      assertThat(again.isDelete()).isEqualTo(version.isDelete());
      if (!version.isDelete()) {
        assertThat(again.row()).isEqualTo(rows.toBinaryRow(version.row()));
        again = again.with(version.row());
      }
      assertThat(again).isEqualTo(version);
    }
  }

  @Test
  void columnsThatCameSinceAreNull() throws IOException {
    RowDataSerializer rows = new RowDataSerializer(EARLIER);
    for (Version version : versions()) {
      DataOutputSerializer out = new DataOutputSerializer(64);
      PackedVersionSerializer earlier = new PackedVersionSerializer(EARLIER);
      TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
          out, earlier.snapshotConfiguration());
      earlier.serialize(PackedVersion.pack(version, rows), out);
      DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
      TypeSerializerSnapshot<PackedVersion> read =
          TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
              in, getClass().getClassLoader());
      assertThat(
              new PackedVersionSerializer(MORE)
                  .snapshotConfiguration()
                  .resolveSchemaCompatibility(read)
                  .isCompatibleAfterMigration())
          .isTrue();
      Version restored =
          read.restoreSerializer().deserialize(in).migrate(new ColumnMigration(MORE)).unpack(3);
      assertThat(restored.with(null)).isEqualTo(version.with(null));
      if (!version.isDelete()) {
        assertThat(restored.row().getInt(0)).isEqualTo(7);
        assertThat(restored.row().isNullAt(1)).isTrue();
        assertThat(restored.row().getString(2)).hasToString("a");
      }
    }
  }

  @Test
  void anUnknownFormatIsRefused() {
    byte[] bytes = PackedVersion.pack(versions().get(2), new RowDataSerializer(EARLIER)).bytes();
    bytes[0] |= 64;
    assertThatThrownBy(() -> PackedVersion.of(bytes).unpack(2))
        .hasMessageContaining("not of a format that this release knows");
  }
}
