/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import java.util.TreeSet;

/** Collects what is found in one file: sorted by position, each thing once. */
public final class Diagnostics {

  private final String file;
  private final TreeSet<Diagnostic> found = new TreeSet<>();

  public Diagnostics(String file) {
    this.file = file;
  }

  public void error(Problem problem) {
    add(Severity.ERROR, problem);
  }

  public void notice(Problem problem) {
    add(Severity.NOTICE, problem);
  }

  public void addAll(List<Diagnostic> diagnostics) {
    found.addAll(diagnostics);
  }

  public boolean hasErrors() {
    return found.stream().anyMatch(Diagnostic::isError);
  }

  public long errors() {
    return found.stream().filter(Diagnostic::isError).count();
  }

  public List<Diagnostic> all() {
    return List.copyOf(found);
  }

  private void add(Severity severity, Problem problem) {
    found.add(
        new Diagnostic(
            severity,
            problem.rule(),
            file,
            problem.position(),
            problem.message(),
            problem.advice()));
  }
}
