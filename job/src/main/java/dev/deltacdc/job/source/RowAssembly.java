/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.decode.DecodeException;
import dev.deltacdc.job.decode.MetadataCast;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.LogicalType;

/** Puts a source's rows together from the decoded value, the decoded key and the record's place. */
final class RowAssembly {

  /**
   * Where a column's values come from.
   *
   * @param from the key or the value: its field; else {@link #metadata} is there
   * @param type the values' own type for a metadata column; {@code null}: the column's
   */
  record Part(
      SourceColumn column,
      From from,
      int field,
      @Nullable RecordMetadata metadata,
      @Nullable LogicalType type)
      implements Serializable {

    static Part ofValue(SourceColumn column, int field) {
      return new Part(column, From.VALUE, field, null, null);
    }

    static Part ofKey(SourceColumn column, int field) {
      return new Part(column, From.KEY, field, null, null);
    }

    /** What the value's format tells. */
    static Part ofFormat(SourceColumn column, int field, LogicalType type) {
      return new Part(column, From.VALUE, field, null, type);
    }

    static Part ofRecord(SourceColumn column, RecordMetadata metadata) {
      return new Part(column, From.RECORD, -1, metadata, metadata.type());
    }
  }

  enum From {
    VALUE,
    KEY,
    RECORD
  }

  private final Part[] parts;
  private final MetadataCast[] casts;
  private final boolean direct;

  /**
   * @param zone where a TIMESTAMP is wall clock
   */
  RowAssembly(List<Part> columns, ZoneId zone) {
    parts = columns.toArray(Part[]::new);
    casts = new MetadataCast[parts.length];
    boolean same = true;
    for (int i = 0; i < parts.length; i++) {
      Part part = parts[i];
      same &= part.from() == From.VALUE && part.field() == i && part.type() == null;
      if (part.type() != null) {
        casts[i] = MetadataCast.of(part.type(), part.column().type(), zone);
      }
    }
    direct = same;
  }

  /**
   * The row of the columns and one more field, {@code null}.
   *
   * @param value a row as the value's decoder gives it, which may be used as the result
   * @param key a row as the key's decoder gives it; {@code null}: the record has no key, or no
   *     column needs it
   */
  GenericRowData assemble(GenericRowData value, @Nullable GenericRowData key, RawRecord record)
      throws DecodeException {
    if (direct && value.getArity() == parts.length + 1) {
      return value;
    }
    GenericRowData row = new GenericRowData(parts.length + 1);
    for (int i = 0; i < parts.length; i++) {
      try {
        row.setField(i, field(i, value, key, record));
      } catch (DecodeException e) {
        throw e.within(parts[i].column().name());
      }
    }
    return row;
  }

  @Nullable
  private Object field(int i, GenericRowData value, @Nullable GenericRowData key, RawRecord record)
      throws DecodeException {
    Part part = parts[i];
    switch (part.from()) {
      case KEY -> {
        if (key == null && !part.column().type().isNullable()) {
          throw DecodeException.misfit("is NOT NULL, the record has no key");
        }
        return key == null ? null : key.getField(part.field());
      }
      case VALUE -> {
        Object field = value.getField(part.field());
        return casts[i] == null ? field : cast(i, field);
      }
      default -> {
        return cast(i, part.metadata().read(record));
      }
    }
  }

  @Nullable
  private Object cast(int i, @Nullable Object value) throws DecodeException {
    if (value == null && !parts[i].column().type().isNullable()) {
      throw DecodeException.misfit("is NOT NULL, the record does not tell it");
    }
    return value == null ? null : casts[i].apply(value);
  }
}
