/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.count;

import javax.annotation.Nullable;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.accumulators.SimpleAccumulator;

/** Keeps the first text it is given: a sample for the summary. */
public final class FirstText implements SimpleAccumulator<String> {
  private static final long serialVersionUID = 1L;

  @Nullable private String text;

  @Override
  public void add(String value) {
    if (text == null) {
      text = value;
    }
  }

  @Override
  @Nullable
  public String getLocalValue() {
    return text;
  }

  @Override
  public void resetLocal() {
    text = null;
  }

  @Override
  public void merge(Accumulator<String, String> other) {
    String theirs = other.getLocalValue();
    if (theirs != null) {
      add(theirs);
    }
  }

  @Override
  public FirstText clone() {
    FirstText copy = new FirstText();
    copy.text = text;
    return copy;
  }

  @Override
  public String toString() {
    return String.valueOf(text);
  }
}
