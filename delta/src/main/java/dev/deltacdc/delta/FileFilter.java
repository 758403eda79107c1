/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;

/**
 * What the wanted rows of a table fulfil, as far as whole files can be left out by it. For
 * partition columns that decides rows; for others it says only which files may have such rows.
 */
public sealed interface FileFilter extends Serializable {

  /** How a column is compared with a value; NULL fulfils none. */
  enum Comparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  /**
   * The names of the columns that it asks for.
   *
   * @return as they are written in the filter
   */
  List<String> columns();

  /**
   * A column compared with a constant.
   *
   * @param value a {@link BigDecimal} for numbers, days since the epoch (DATE) and microseconds
   *     since the epoch (TIMESTAMP and TIMESTAMP_LTZ); a {@link String}; a {@link Boolean}
   */
  record Compare(String column, Comparison comparison, Object value) implements FileFilter {
    @Override
    public List<String> columns() {
      return List.of(column);
    }
  }

  /** A column is NULL, or it is not. */
  record Null(String column, boolean wanted) implements FileFilter {
    @Override
    public List<String> columns() {
      return List.of(column);
    }
  }

  /** All of them. */
  record And(List<FileFilter> parts) implements FileFilter {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public List<String> columns() {
      return parts.stream().flatMap(part -> part.columns().stream()).toList();
    }
  }

  /** One of them at least. */
  record Or(List<FileFilter> parts) implements FileFilter {
    public Or {
      parts = List.copyOf(parts);
    }

    @Override
    public List<String> columns() {
      return parts.stream().flatMap(part -> part.columns().stream()).toList();
    }
  }
}
