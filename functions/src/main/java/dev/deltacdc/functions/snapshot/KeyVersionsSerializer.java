/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.functions.event.Versions;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/** Writes {@link KeyVersions}; its snapshot carries the columns of the rows inside. */
final class KeyVersionsSerializer extends TypeSerializer<KeyVersions> {
  private static final long serialVersionUID = 1L;

  private final RowType columns;

  /** Whether it reads what an earlier job wrote. */
  private final boolean restored;

  private transient ColumnMigration migration;

  KeyVersionsSerializer(RowType columns) {
    this(columns, false);
  }

  private KeyVersionsSerializer(RowType columns, boolean restored) {
    this.columns = columns;
    this.restored = restored;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public TypeSerializer<KeyVersions> duplicate() {
    return new KeyVersionsSerializer(columns, restored);
  }

  @Override
  public KeyVersions createInstance() {
    return KeyVersions.of(new byte[0]);
  }

  @Override
  public KeyVersions copy(KeyVersions from) {
    return from;
  }

  @Override
  public KeyVersions copy(KeyVersions from, KeyVersions reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(KeyVersions versions, DataOutputView out) throws IOException {
    byte[] bytes = present(versions).bytes();
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private KeyVersions present(KeyVersions versions) {
    if (versions.columns() == null) {
      return versions;
    }
    if (migration == null) {
      migration = new ColumnMigration(columns);
    }
    return migration.apply(versions);
  }

  @Override
  public KeyVersions deserialize(DataInputView in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return restored ? KeyVersions.restored(bytes, columns) : KeyVersions.of(bytes);
  }

  @Override
  public KeyVersions deserialize(KeyVersions reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyVersionsSerializer that && columns.equals(that.columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeyVersions> snapshotConfiguration() {
    return new Snapshot(columns);
  }

  /** Versions can be read on when their columns are still there; new ones are NULL. */
  public static final class Snapshot implements TypeSerializerSnapshot<KeyVersions> {
    private static final int VERSION = 1;

    private RowType columns;

    /** For reading. */
    public Snapshot() {}

    private Snapshot(RowType columns) {
      this.columns = columns;
    }

    @Override
    public int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
      byte[] type = columns.asSerializableString().getBytes(UTF_8);
      out.writeInt(type.length);
      out.write(type);
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      Versions.requireKnown("a daily snapshot", version, VERSION);
      byte[] type = new byte[in.readInt()];
      in.readFully(type);
      columns = (RowType) LogicalTypeParser.parse(new String(type, UTF_8), loader);
    }

    @Override
    public TypeSerializer<KeyVersions> restoreSerializer() {
      return new KeyVersionsSerializer(columns, true);
    }

    @Override
    public TypeSerializerSchemaCompatibility<KeyVersions> resolveSchemaCompatibility(
        TypeSerializerSnapshot<KeyVersions> old) {
      RowType from = ((Snapshot) old).columns;
      if (ColumnMigration.sameForm(from, columns)) {
        return TypeSerializerSchemaCompatibility.compatibleAsIs();
      }
      return ColumnMigration.isPossible(from, columns)
          ? TypeSerializerSchemaCompatibility.compatibleAfterMigration()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
