/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.AppendFlowSpec;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The flows of a file, when what they read is resolved. */
final class FlowResolver {

  private final Pipeline pipeline;
  private final Scope scope;
  private final Planner planner;
  private final CdcFlowResolver cdcFlows;
  private final AppendFlowResolver appendFlows;

  FlowResolver(Pipeline pipeline, Scope scope, Planner planner) {
    this.pipeline = pipeline;
    this.scope = scope;
    this.planner = planner;
    this.cdcFlows = new CdcFlowResolver(scope, planner);
    this.appendFlows = new AppendFlowResolver(scope, planner);
  }

  /** Those that fill a table, without those that have an error. */
  List<TargetFlow> into(StreamingTableSpec table) {
    if (table.materializedView()) {
      return ofView(table);
    }
    List<Optional<? extends TargetFlow>> resolved = resolved(target -> target.equals(table.name()));
    if (resolved.isEmpty() && scope.isComplete()) {
      planner.diagnostics().error(ResolveErrors.neverFilled(table.name()));
    }
    List<TargetFlow> flows = new ArrayList<>();
    resolved.forEach(flow -> flow.ifPresent(flows::add));
    return flows;
  }

  private List<TargetFlow> ofView(StreamingTableSpec table) {
    Stream.concat(
            pipeline.cdcFlows().stream().map(CdcFlowSpec::target),
            pipeline.appendFlows().stream().map(AppendFlowSpec::target))
        .filter(table.name()::equals)
        .map(target -> ViewErrors.filledByFlow(target.position(), target))
        .forEach(planner.diagnostics()::error);
    return pipeline.materializedViews().stream()
        .filter(view -> view.name().equals(table.name()))
        .findFirst()
        .flatMap(view -> appendFlows.resolve(table, view))
        .<List<TargetFlow>>map(List::of)
        .orElse(List.of());
  }

  /** Reports the flows whose target no statement declares, and what else is wrong with them. */
  void withoutTarget() {
    Predicate<TableName> undeclared = target -> !scope.isTarget(target);
    if (scope.isComplete()) {
      pipeline.cdcFlows().stream()
          .map(CdcFlowSpec::target)
          .filter(undeclared)
          .forEach(this::undeclared);
      pipeline.appendFlows().stream()
          .map(AppendFlowSpec::target)
          .filter(undeclared)
          .forEach(this::undeclared);
    }
    resolved(undeclared);
  }

  private void undeclared(TableName target) {
    planner
        .diagnostics()
        .error(
            scope
                .otherKind(target)
                .map(kind -> ResolveErrors.notATarget(target, kind))
                .orElseGet(() -> ResolveErrors.undeclaredTarget(target, scope.targetNames())));
  }

  private List<Optional<? extends TargetFlow>> resolved(Predicate<TableName> into) {
    List<Optional<? extends TargetFlow>> resolved = new ArrayList<>();
    pipeline.cdcFlows().stream()
        .filter(flow -> into.test(flow.target()))
        .map(cdcFlows::resolve)
        .forEach(resolved::add);
    pipeline.appendFlows().stream()
        .filter(flow -> into.test(flow.target()))
        .map(appendFlows::resolve)
        .forEach(resolved::add);
    return resolved;
  }
}
