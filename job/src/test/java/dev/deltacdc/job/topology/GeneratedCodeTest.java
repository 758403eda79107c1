/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.deltacdc.functions.count.Step;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedCodeTest {

  private static final DataType ROW =
      DataTypes.ROW(
          DataTypes.FIELD("zero", DataTypes.INT()),
          DataTypes.FIELD("unit", DataTypes.INT()),
          DataTypes.FIELD("bad", DataTypes.STRING()),
          DataTypes.FIELD("good", DataTypes.STRING()));
  private static final GenericRowData VALUES =
      GenericRowData.of(0, 1, StringData.fromString("bad/bad"), StringData.fromString("1"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT unit AS a, 10 / zero AS b, bad AS c FROM feed|flow f, column b",
        "SELECT MOD(unit, zero) AS a, bad AS b FROM feed|flow f, column a",
        "SELECT unit AS a FROM feed WHERE 10 / zero > 1|flow f, WHERE",
        "SELECT unit AS a, bad AS b FROM feed WHERE CAST(bad AS INT) > 1|flow f, WHERE",
        "SELECT CAST(bad AS INT) AS a, 10 / unit AS b FROM feed|flow f, column a",
        "SELECT CAST(good AS DATE) AS a, CAST(bad AS TIMESTAMP(3)) AS b FROM feed|flow f, column b",
        "SELECT good AS a, CAST(bad AS DECIMAL(10, 2)) AS b FROM feed|flow f, column b",
        "SELECT good AS a, CAST(bad AS BOOLEAN) AS b FROM feed|flow f, column b",
        // Which one cannot be told.
        "SELECT CAST(good AS INT) AS a, unit AS b, CAST(bad AS INT) AS c FROM feed|flow f, column a or column c",
        "SELECT 10 / unit AS a, 10 / zero AS b FROM feed|flow f, column a or column b",
        // In the order in which the planner evaluates them.
        "SELECT a, 10 / a AS b FROM (SELECT zero AS a FROM feed) WHERE a < 1|flow f, column b",
      })
  void namesTheExpressionThatFailed(String query, String place) {
    Plan plan = new Plan(query);
    Throwable failure = plan.failure();

    assertThat(GeneratedCode.failedAt(failure, plan.streams.generated()))
        .as(() -> ExceptionUtils.stringifyException(failure))
        .contains(place);
  }

  @Test
  void namesOneColumnAmongSoManyThatTheirCodeIsSplit() {
    String columns =
        IntStream.range(0, 300)
            .mapToObj(i -> i == 222 ? "10 / zero AS c222" : "UPPER(bad) AS c" + i)
            .collect(Collectors.joining(", "));
    Plan plan = new Plan("SELECT " + columns + " FROM feed");

    assertThat(GeneratedCode.failedAt(plan.failure(), plan.streams.generated()))
        .contains("flow f, column c222");
  }

  @Test
  void doesNotNameAnExpressionForWhatAnotherOperatorDid() {
    Plan plan = new Plan("SELECT 10 / unit AS a FROM feed");
    StackTraceElement generated =
        new StackTraceElement(
            plan.streams.generated().keySet().iterator().next(), "processElement", null, -1);
    Throwable failure = new ArithmeticException("/ by zero");
    StackTraceElement output =
        new StackTraceElement(
            "org.apache.flink.streaming.runtime.tasks.ChainingOutput", "collect", null, -1);
    StackTraceElement other = new StackTraceElement("x.Sink", "write", null, -1);

    failure.setStackTrace(new StackTraceElement[] {other, output, generated});
    assertThat(GeneratedCode.failedAt(failure, plan.streams.generated())).isEmpty();
    failure.setStackTrace(new StackTraceElement[] {other});
    assertThat(GeneratedCode.failedAt(failure, plan.streams.generated())).isEmpty();
    failure.setStackTrace(new StackTraceElement[] {generated});
    assertThat(GeneratedCode.failedAt(failure, plan.streams.generated()))
        .contains("flow f, column a");
  }

  /** A query of one operator. */
  private static final class Plan {
    private final StreamTables streams;
    private final DataStream<RowData> result;

    Plan(String sql) {
      StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
      StreamTableEnvironment tables = StreamTableEnvironment.create(env);
      streams = StreamTables.on(env, tables);
      streams.register(
          "feed",
          Schema.newBuilder().fromRowDataType(ROW).build(),
          env.fromData(InternalTypeInfo.of((RowType) ROW.getLogicalType()), new RowData[] {VALUES}),
          ChangelogMode.insertOnly());
      Table query = tables.sqlQuery(sql);
      List<String> fields =
          query.getResolvedSchema().getColumnNames().stream()
              .map(name -> "column " + name)
              .toList();
      result =
          streams.plan(query, null, "f", "f", ChangelogMode.insertOnly(), Step.flow("f"), fields);
    }

    @SuppressWarnings("unchecked")
    Throwable failure() {
      OneInputTransformation<RowData, RowData> operator =
          (OneInputTransformation<RowData, RowData>) result.getTransformation();
      return catchThrowable(
          () -> {
            try (var harness =
                new OneInputStreamOperatorTestHarness<>(
                    new OneInputFactory(operator.getOperatorFactory()))) {
              harness.setup(
                  result
                      .getType()
                      .createSerializer(result.getExecutionConfig().getSerializerConfig()));
              harness.open();
              harness.processElement(new StreamRecord<>(VALUES));
            }
          });
    }
  }

  /** The harness wants a factory that says how many inputs its operator has. */
  private static final class OneInputFactory extends AbstractStreamOperatorFactory<RowData>
      implements OneInputStreamOperatorFactory<RowData, RowData> {
    private static final long serialVersionUID = 1L;

    private final StreamOperatorFactory<RowData> factory;

    OneInputFactory(StreamOperatorFactory<RowData> factory) {
      this.factory = factory;
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Flink's signature
    public <T extends StreamOperator<RowData>> T createStreamOperator(
        StreamOperatorParameters<RowData> parameters) {
      ((AbstractStreamOperatorFactory<RowData>) factory)
          .setProcessingTimeService(processingTimeService);
      return factory.createStreamOperator(parameters);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
      return factory.getStreamOperatorClass(loader);
    }
  }
}
