/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.count;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.Locale;

/**
 * A step of a pipeline that counts. Of one kind no two have the same name; a source, a flow and a
 * table may.
 */
public record Step(Kind kind, String name) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What the step is. */
  public enum Kind {
    SOURCE,
    VIEW,
    FLOW,
    /** A streaming table that events change, or a snapshot table. */
    TABLE;

    /** As in metric groups, accumulators and messages. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Step {
    requireNonNull(kind, "kind");
    requireNonNull(name, "name");
  }

  /** A source table. */
  public static Step source(String name) {
    return new Step(Kind.SOURCE, name);
  }

  /** A view with expectations. */
  public static Step view(String name) {
    return new Step(Kind.VIEW, name);
  }

  /** A flow into a table. */
  public static Step flow(String name) {
    return new Step(Kind.FLOW, name);
  }

  /** A table. */
  public static Step table(String name) {
    return new Step(Kind.TABLE, name);
  }

  /** For example {@code flow clientes_cdc}. */
  @Override
  public String toString() {
    return kind + " " + name;
  }
}
