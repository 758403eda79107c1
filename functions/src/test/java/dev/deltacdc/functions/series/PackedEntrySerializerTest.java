/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.RowText;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.series.SeriesEntry.Pending;
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

/** Entries in state, also those of a job with other columns. */
class PackedEntrySerializerTest {
  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType EARLIER = type(List.of("id", "v"), new IntType(), TEXT);
  private static final RowType MORE = type(List.of("id", "x", "v"), new IntType(), TEXT, TEXT);
  private static final Sequence ONE = Sequence.of(new byte[] {1});
  private static final Sequence TWO = Sequence.of(new byte[] {2, 0});

  private static RowType type(List<String> columns, LogicalType... types) {
    return RowType.of(types, columns.toArray(new String[0]));
  }

  private static List<SeriesEntry> entries() {
    return List.of(
        SeriesEntry.FROM_TABLE,
        SeriesEntry.NONE.with(ONE, row("a")),
        SeriesEntry.NONE.with(ONE, row("a")).completed(-5),
        SeriesEntry.NONE.with(TWO, row("b")).with(ONE, row("a")),
        SeriesEntry.NONE.with(ONE, row(null)).completed(7).with(TWO, row("b")));
  }

  private static GenericRowData row(String value) {
    return GenericRowData.of(7, StringData.fromString(value));
  }

  private static String text(SeriesEntry entry, RowType columns) {
    RowText text = RowText.of(columns, columns.getFieldCount());
    StringBuilder out = new StringBuilder().append(entry.present()).append(entry.hash());
    for (Pending pending : entry.pending()) {
      out.append(pending.version()).append(text.text(pending.row()));
    }
    return out.toString();
  }

  @Test
  void everythingOfAnEntryIsKept() {
    RowDataSerializer rows = new RowDataSerializer(EARLIER);
    for (SeriesEntry entry : entries()) {
      assertThat(text(PackedEntry.pack(entry, rows).unpack(2), EARLIER))
          .isEqualTo(text(entry, EARLIER));
    }
  }

  @Test
  void betweenSnapshotsAKeyTakesNineBytes() {
    assertThat(PackedEntry.pack(entries().get(2), new RowDataSerializer(EARLIER)).bytes())
        .hasSize(9);
  }

  @Test
  void columnsThatCameSinceAreNull() throws IOException {
    RowDataSerializer rows = new RowDataSerializer(EARLIER);
    for (SeriesEntry entry : entries()) {
      DataOutputSerializer out = new DataOutputSerializer(64);
      PackedEntrySerializer earlier = new PackedEntrySerializer(EARLIER);
      TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
          out, earlier.snapshotConfiguration());
      earlier.serialize(PackedEntry.pack(entry, rows), out);
      DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
      TypeSerializerSnapshot<PackedEntry> read =
          TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
              in, getClass().getClassLoader());
      assertThat(
              new PackedEntrySerializer(MORE)
                  .snapshotConfiguration()
                  .resolveSchemaCompatibility(read)
                  .isCompatibleAfterMigration())
          .isTrue();
      SeriesEntry restored =
          read.restoreSerializer().deserialize(in).migrate(new ColumnMigration(MORE)).unpack(3);
      assertThat(text(restored, MORE))
          .isEqualTo(text(entry, EARLIER).replace(",\"v\"", ",\"x\":null,\"v\""));
    }
  }

  @Test
  void anUnknownFormatIsRefused() {
    byte[] bytes = PackedEntry.pack(entries().get(0), new RowDataSerializer(EARLIER)).bytes();
    bytes[0] |= 64;
    assertThatThrownBy(() -> PackedEntry.of(bytes).unpack(2))
        .hasMessageContaining("not of a format that this release knows");
  }
}
