/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.table.runtime.generated.GeneratedClass;
import org.apache.flink.table.runtime.operators.CodeGenOperatorFactory;

/**
 * Uids for the operators that the planner made for one query: {@code prefix/n}, counted from the
 * streams that it reads to its result, depth first. The numbers depend on nothing but the query.
 */
final class PlannedUids {

  private PlannedUids() {}

  /**
   * Sets uids and readable names on all operators between known streams and the result.
   *
   * @param prefix of the uids
   * @param name of the query, for people
   * @param known streams with uids of their own, where the walk stops
   * @param generated is told each operator for which the planner wrote a class, and the class
   */
  static void assign(
      Transformation<?> result,
      Predicate<Transformation<?>> known,
      String prefix,
      String name,
      BiConsumer<Transformation<?>, GeneratedClass<?>> generated) {
    int n = 0;
    for (Transformation<?> operator : operators(result, known)) {
      operator.setUid(prefix + "/" + n);
      operator.setName(name + ": " + operator.getName().replaceAll("\\[\\d+]", ""));
      if (operator instanceof OneInputTransformation<?, ?> oneInput
          && oneInput.getOperatorFactory() instanceof CodeGenOperatorFactory<?> factory) {
        generated.accept(operator, factory.getGeneratedClass());
      }
      n++;
    }
  }

  private static List<Transformation<?>> operators(
      Transformation<?> result, Predicate<Transformation<?>> known) {
    List<Transformation<?>> inOrder = new ArrayList<>();
    Set<Transformation<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    visit(result, known, seen, inOrder);
    return inOrder;
  }

  private static void visit(
      Transformation<?> at,
      Predicate<Transformation<?>> known,
      Set<Transformation<?>> seen,
      List<Transformation<?>> inOrder) {
    if (known.test(at) || !seen.add(at)) {
      return;
    }
    for (Transformation<?> input : at.getInputs()) {
      visit(input, known, seen, inOrder);
    }
    if (at instanceof PhysicalTransformation) {
      inOrder.add(at);
    }
  }
}
