/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes the operator in the tasks and its coordinator in the JobManager. */
final class EndOfRunFactory<T> extends AbstractStreamOperatorFactory<T>
    implements OneInputStreamOperatorFactory<T, T>, CoordinatedOperatorFactory<T> {

  private static final long serialVersionUID = 1L;

  EndOfRunFactory() {
    setChainingStrategy(ChainingStrategy.ALWAYS);
  }

  @Override
  // The caller's type is that of the class given below.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <S extends StreamOperator<T>> S createStreamOperator(
      StreamOperatorParameters<T> parameters) {
    OperatorEventGateway coordinator =
        parameters
            .getOperatorEventDispatcher()
            .getOperatorEventGateway(parameters.getStreamConfig().getOperatorID());
    return (S) new EndOfRunOperator<>(parameters, coordinator);
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(String name, OperatorID operator) {
    return new EndOfRunCoordinator.Provider(operator);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return EndOfRunOperator.class;
  }
}
