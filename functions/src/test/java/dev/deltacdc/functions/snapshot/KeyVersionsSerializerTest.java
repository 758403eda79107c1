/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.Sequence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

/** State of a job with other columns. */
class KeyVersionsSerializerTest {

  private static final LogicalType INT = new IntType();
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  private static final RowType EARLIER = type(List.of("id", "v"), INT, TEXT);
  private static final RowType MORE =
      type(List.of("w", "id", "x", "v"), new DecimalType(20, 2), INT, TEXT, TEXT);

  private static RowType type(List<String> columns, LogicalType... types) {
    return RowType.of(types, columns.toArray(new String[0]));
  }

  private static List<Version> versions(RowData... rows) {
    List<Version> versions = new ArrayList<>();
    for (RowData row : rows) {
      versions.add(new Version(versions.size(), Sequence.of(new byte[] {1}), false, row));
    }
    return versions;
  }

  private static TypeSerializerSnapshot<KeyVersions> snapshot(RowType type) {
    return new KeyVersionsSerializer(type).snapshotConfiguration();
  }

  private static TypeSerializerSchemaCompatibility<KeyVersions> compatibility(
      RowType from, RowType to) {
    return snapshot(to).resolveSchemaCompatibility(snapshot(from));
  }

  @Test
  void columnsThatCameSinceAreNull() throws IOException {
    KeyVersions written =
        KeyVersions.pack(
            versions(GenericRowData.of(7, StringData.fromString("a")), GenericRowData.of(8, null)),
            new RowDataSerializer(EARLIER));
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(out, snapshot(EARLIER));
    new KeyVersionsSerializer(EARLIER).serialize(written, out);

    // As a heap keeps it: read by the earlier serializer, used and written by the new one.
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    TypeSerializerSnapshot<KeyVersions> read =
        TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
            in, getClass().getClassLoader());
    KeyVersions restored = read.restoreSerializer().deserialize(in);
    assertThat(snapshot(MORE).resolveSchemaCompatibility(read).isCompatibleAfterMigration())
        .isTrue();
    DataOutputSerializer again = new DataOutputSerializer(64);
    TypeSerializer<KeyVersions> present = new KeyVersionsSerializer(MORE);
    present.duplicate().serialize(restored, again);
    KeyVersions rewritten = present.deserialize(new DataInputDeserializer(again.getCopyOfBuffer()));

    for (KeyVersions versions : List.of(restored.migrate(new ColumnMigration(MORE)), rewritten)) {
      List<Version> rows = versions.unpack(4);
      assertThat(rows).extracting(Version::day).containsExactly(0, 1);
      assertThat(rows)
          .extracting(
              version ->
                  "%s %s %s %s"
                      .formatted(
                          version.row().isNullAt(0),
                          version.row().getInt(1),
                          version.row().isNullAt(2),
                          version.row().isNullAt(3) ? null : version.row().getString(3)))
          .containsExactly("true 7 true a", "true 8 true null");
    }
  }

  @Test
  void whatCanBeReadOn() {
    assertThat(compatibility(EARLIER, EARLIER).isCompatibleAsIs()).isTrue();
    RowType notNull = type(List.of("id", "v"), INT.copy(false), TEXT);
    assertThat(compatibility(notNull, EARLIER).isCompatibleAsIs()).isTrue();
    RowType turned = type(List.of("v", "id"), TEXT, INT);
    assertThat(compatibility(EARLIER, turned).isCompatibleAfterMigration()).isTrue();
    assertThat(compatibility(MORE, EARLIER).isIncompatible()).isTrue();
    RowType shorter = type(List.of("id", "v"), INT, new VarCharType(5));
    assertThat(compatibility(shorter, EARLIER).isCompatibleAsIs()).isTrue();
    LogicalType millis = new TimestampType(3);
    LogicalType micros = new TimestampType(6);
    assertThat(
            compatibility(type(List.of("t"), millis), type(List.of("t"), micros))
                .isCompatibleAfterMigration())
        .isTrue();
    RowType inside = type(List.of("p"), type(List.of("a", "b"), INT, INT));
    RowType turnedInside = type(List.of("p"), type(List.of("b", "a"), INT, INT));
    assertThat(compatibility(inside, turnedInside).isIncompatible()).isTrue();
    RowType place = type(List.of("p"), RowType.of(INT.copy(false), TEXT));
    assertThat(compatibility(place, type(List.of("p"), RowType.of(INT, TEXT))).isCompatibleAsIs())
        .isTrue();
  }
}
