/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DeltaTable;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs in which the sink could never do its work are refused when they are built. */
class DeltaSinkSettingsTest {

  @TempDir Path directory;

  private final StreamExecutionEnvironment env =
      StreamExecutionEnvironment.getExecutionEnvironment();

  private void addSink(Boundedness boundedness) {
    addSink(boundedness, sink -> sink);
  }

  private void addSink(Boundedness boundedness, UnaryOperator<DeltaSink> settings) {
    NumberSequenceSource numbers =
        new NumberSequenceSource(1, 3) {
          private static final long serialVersionUID = 1L;

          @Override
          public Boundedness getBoundedness() {
            return boundedness;
          }
        };
    DataStream<RowData> rows =
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
            .map(number -> (RowData) GenericRowData.of(number.intValue(), null, 0))
            .returns(InternalTypeInfo.of(TestEvent.TYPE));
    DeltaTable table = DeltaTable.of(directory.resolve("table").toString(), TestEvent.TYPE);
    settings.apply(DeltaSink.upsert(table, List.of("id"))).sinkTo(rows);
  }

  @Test
  void inputWithoutEndNeedsCheckpoints() {
    assertThatThrownBy(() -> addSink(Boundedness.CONTINUOUS_UNBOUNDED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing would ever be committed")
        .hasMessageContaining("'execution.checkpointing.interval'");
    assertThat(directory).isEmptyDirectory();
  }

  /**
   * A barrier that overtakes some of the rows of an element would leave them to the next version.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noBarrierOvertakesRowsThatBelongTogether(boolean together) {
    addSink(Boundedness.BOUNDED, sink -> together ? sink.together() : sink);
    List<StreamEdge> intoWriters =
        env.getStreamGraph().getStreamNodes().stream()
            .filter(node -> node.getOperatorName().startsWith("Delta writer"))
            .flatMap(node -> node.getInEdges().stream())
            .toList();
    assertThat(intoWriters)
        .hasSize(1)
        .allMatch(edge -> edge.supportsUnalignedCheckpoints() != together);
  }

  @Test
  void boundedInputNeedsNone() {
    assertThatCode(() -> addSink(Boundedness.BOUNDED)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(Boundedness.class)
  void withCheckpointsAnyInputWillDo(Boundedness boundedness) {
    env.enableCheckpointing(1_000);
    assertThatCode(() -> addSink(boundedness)).doesNotThrowAnyException();
  }
}
