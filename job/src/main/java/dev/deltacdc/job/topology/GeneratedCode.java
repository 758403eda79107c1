/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.count.Step;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;

/**
 * The class that the planner wrote for the expressions of a query. Its code tells which of them may
 * have failed: it evaluates the query's condition, then field after field.
 *
 * @param step whose query it is
 * @param code the class in Java
 * @param fields what each field of its rows is, for messages; empty if that is not known
 */
public record GeneratedCode(Step step, String code, List<String> fields) {

  private static final String CONDITION = "WHERE";
  private static final String FLINK_OUTPUTS = "org.apache.flink.streaming.";
  private static final Pattern COMMENT = Pattern.compile("//[^\n]*");
  private static final Pattern START = Pattern.compile("void processElement\\d*\\(");
  private static final String PROJECTION = "out.setRowKind(";
  private static final Pattern FIELD_DONE =
      Pattern.compile("\\bout\\w*\\.(?:set|write)\\w*\\((\\d+)");
  private static final Pattern DIVISION = Pattern.compile(" [/%] ");

  public GeneratedCode {
    fields = List.copyOf(fields);
  }

  /**
   * The step, with the expressions that can have failed where the code tells: {@code flow facts,
   * column share or constraint positive}. Empty if no expression failed, or another operator did,
   * to which one had sent its rows.
   *
   * @param generated all classes that the planner wrote, by name
   */
  public static Optional<String> failedAt(Throwable failure, Map<String, GeneratedCode> generated) {
    StackTraceElement[] frames = failure.getStackTrace();
    for (int i = 0; i < frames.length; i++) {
      GeneratedCode code = generated.get(frames[i].getClassName());
      if (code != null) {
        StackTraceElement called = i == 0 ? null : frames[i - 1];
        return called != null && called.getClassName().startsWith(FLINK_OUTPUTS)
            ? Optional.empty()
            : Optional.of(code.failedAt(failure, called));
      }
    }
    return Optional.empty();
  }

  /**
   * @param called what the code had called when it failed, {@code null} if nothing
   */
  private String failedAt(Throwable failure, @Nullable StackTraceElement called) {
    Set<String> places = suspect(failure, called).map(this::places).orElse(Set.of());
    return step + (places.isEmpty() ? "" : ", " + String.join(" or ", places));
  }

  private Optional<Predicate<String>> suspect(
      Throwable failure, @Nullable StackTraceElement called) {
    if (called == null) {
      return failure instanceof ArithmeticException
          ? Optional.of(DIVISION.asPredicate())
          : Optional.empty();
    }
    String type = called.getClassName();
    String ofType = type.substring(type.lastIndexOf('.') + 1) + "." + called.getMethodName() + "(";
    if (code.contains(ofType)) {
      return Optional.of(part -> part.contains(ofType));
    }
    String ofValue = "." + called.getMethodName() + "(";
    return Optional.of(part -> part.contains(ofValue));
  }

  /** The fields whose code fits. */
  private Set<String> places(Predicate<String> fits) {
    String body = COMMENT.matcher(code).replaceAll("");
    Matcher start = START.matcher(body);
    int from = start.find() ? start.end() : 0;
    int projection = body.indexOf(PROJECTION, from);
    Set<String> places = new LinkedHashSet<>();
    if (fits.test(body.substring(from, projection < 0 ? body.length() : projection))) {
      places.add(CONDITION);
    }
    Matcher done = FIELD_DONE.matcher(body);
    from = projection;
    while (projection >= 0 && done.find(from)) {
      int field = Integer.parseInt(done.group(1));
      if (field < fields.size() && fits.test(body.substring(from, done.start()))) {
        places.add(fields.get(field));
      }
      from = done.end();
    }
    return places;
  }
}
