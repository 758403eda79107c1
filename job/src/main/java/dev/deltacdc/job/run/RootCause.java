/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.flink.util.SerializedThrowable;

/** The one line that a failure comes down to. */
final class RootCause {

  private RootCause() {}

  /**
   * The outermost message of our own exceptions, since they say what to do; else the innermost
   * cause, with its type when that is not obvious.
   */
  static String of(Throwable failure) {
    List<Throwable> chain = chain(failure);
    for (Throwable throwable : chain) {
      if (isOurs(typeName(throwable)) && throwable.getMessage() != null) {
        return message(throwable);
      }
    }
    Throwable root = chain.get(chain.size() - 1);
    for (int i = chain.size() - 1; i >= 0 && root.getMessage() == null; i--) {
      root = chain.get(i);
    }
    String type = typeName(root);
    String simple = type.substring(type.lastIndexOf('.') + 1);
    if (root.getMessage() == null) {
      return simple;
    }
    return speaksForItself(type) ? message(root) : simple + ": " + message(root);
  }

  /** Whether one of our own exceptions tells what happened. */
  static boolean isOurs(Throwable failure) {
    return chain(failure).stream()
        .anyMatch(throwable -> isOurs(typeName(throwable)) && throwable.getMessage() != null);
  }

  static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable at = failure; at != null && seen.add(at); at = at.getCause()) {
      if (at instanceof SerializedThrowable serialized) {
        at = serialized.deserializeError(RootCause.class.getClassLoader());
      }
      chain.add(at);
    }
    return chain;
  }

  private static String typeName(Throwable throwable) {
    return throwable instanceof SerializedThrowable serialized
        ? serialized.getOriginalErrorClassName()
        : throwable.getClass().getName();
  }

  /** A serialised throwable's message starts with its type. */
  private static String message(Throwable throwable) {
    String message = throwable.getMessage();
    String prefix = typeName(throwable) + ": ";
    message = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static boolean isOurs(String type) {
    return type.startsWith("dev.deltacdc.");
  }

  private static boolean speaksForItself(String type) {
    return type.equals(IllegalArgumentException.class.getName())
        || type.equals(IllegalStateException.class.getName())
        || type.startsWith("org.apache.flink.table.api.");
  }
}
