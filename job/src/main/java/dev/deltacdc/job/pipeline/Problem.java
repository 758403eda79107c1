/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.Collection;
import javax.annotation.Nullable;

/**
 * A diagnostic before it is told whether it is an error and of which file.
 *
 * @param rule that is broken, or that a notice is about
 * @param message what is wrong and why
 * @param advice what to do, {@code null} when the message says it
 */
public record Problem(Rule rule, Position position, String message, @Nullable String advice) {

  public Problem(Rule rule, Position position, String message) {
    this(rule, position, message, null);
  }

  /** With "Did you mean …?" if a candidate is near. */
  public Problem meant(String word, Collection<String> candidates) {
    return NearestWord.of(word, candidates)
        .map(near -> new Problem(rule, position, message, "Did you mean " + near + "?"))
        .orElse(this);
  }
}
