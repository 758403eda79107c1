/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/**
 * Writes {@link PackedRows} as their length and their bytes; its snapshot carries the columns of
 * the rows inside, so that columns may be added.
 *
 * @param <T> the type of the values
 */
public abstract class PackedRowsSerializer<T extends PackedRows> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1L;

  private final RowType columns;
  private final boolean restored;

  private transient ColumnMigration migration;

  /**
   * A serializer.
   *
   * @param columns of the rows inside
   * @param restored whether it reads what an earlier job wrote
   */
  protected PackedRowsSerializer(RowType columns, boolean restored) {
    this.columns = requireNonNull(columns, "columns");
    this.restored = restored;
  }

  /**
   * The value of bytes; it may keep the array.
   *
   * @param earlier its {@link PackedRows#columns}: those of the job that wrote it, not to be copied
   *     (one object for all keys); null: of this job
   */
  protected abstract T value(byte[] bytes, @Nullable RowType earlier);

  /** A restored value whose rows are brought to the columns of this job. */
  protected abstract T migrate(T earlier, ColumnMigration toPresent);

  @Override
  public final boolean isImmutableType() {
    return true;
  }

  @Override
  public final TypeSerializer<T> duplicate() {
    return ((Snapshot<T>) snapshotConfiguration()).serializer(columns, restored);
  }

  @Override
  public final T createInstance() {
    return value(new byte[0], null);
  }

  @Override
  public final T copy(T from) {
    return from;
  }

  @Override
  public final T copy(T from, T reuse) {
    return from;
  }

  @Override
  public final int getLength() {
    return -1;
  }

  @Override
  public final void serialize(T value, DataOutputView out) throws IOException {
    byte[] bytes = (value.columns() == null ? value : migrated(value)).bytes();
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private T migrated(T value) {
    if (migration == null) {
      migration = new ColumnMigration(columns);
    }
    return migrate(value, migration);
  }

  @Override
  public final T deserialize(DataInputView in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return value(bytes, restored ? columns : null);
  }

  @Override
  public final T deserialize(T reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public final void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  /** By class and columns. */
  @Override
  @SuppressWarnings("EqualsGetClass")
  public final boolean equals(Object other) {
    return other != null
        && getClass() == other.getClass()
        && columns.equals(((PackedRowsSerializer<?>) other).columns);
  }

  @Override
  public final int hashCode() {
    return columns.hashCode();
  }

  /** Rows can be read on when their columns are still there; new ones are NULL. */
  public abstract static class Snapshot<T extends PackedRows> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    private final String what;
    private RowType columns;

    /** For reading the state that the words name. */
    protected Snapshot(String what) {
      this.what = what;
    }

    /** For writing. */
    protected Snapshot(String what, PackedRowsSerializer<T> serializer) {
      this.what = what;
      this.columns = serializer.columns;
    }

    /** A serializer of rows with such columns. */
    protected abstract PackedRowsSerializer<T> serializer(RowType rowType, boolean isRestored);

    @Override
    public final int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public final void writeSnapshot(DataOutputView out) throws IOException {
      byte[] type = columns.asSerializableString().getBytes(UTF_8);
      out.writeInt(type.length);
      out.write(type);
    }

    @Override
    public final void readSnapshot(int version, DataInputView in, ClassLoader loader)
        throws IOException {
      Versions.requireKnown(what, version, VERSION);
      byte[] type = new byte[in.readInt()];
      in.readFully(type);
      columns = (RowType) LogicalTypeParser.parse(new String(type, UTF_8), loader);
    }

    @Override
    public final TypeSerializer<T> restoreSerializer() {
      return serializer(columns, true);
    }

    @Override
    public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
        TypeSerializerSnapshot<T> old) {
      RowType from = ((Snapshot<T>) old).columns;
      if (ColumnMigration.sameForm(from, columns)) {
        return TypeSerializerSchemaCompatibility.compatibleAsIs();
      }
      return ColumnMigration.isPossible(from, columns)
          ? TypeSerializerSchemaCompatibility.compatibleAfterMigration()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
