/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class Scd1FunctionTest {
  private static final Sequence SEQUENCE = Sequence.of(new byte[] {1});

  @Test
  void upsertsAndDeletesKeepTheirRowAndStaleOnesAreDropped() {
    Scd1Function function = new Scd1Function(RowType.of(new IntType()));
    List<RowData> out = new ArrayList<>();
    ListCollector<RowData> collector = new ListCollector<>(out);
    function.flatMap(ChangeEvent.upsert(GenericRowData.of(1), SEQUENCE), collector);
    function.flatMap(ChangeEvent.upsert(GenericRowData.of(2), SEQUENCE).asStale(), collector);
    function.flatMap(ChangeEvent.delete(GenericRowData.of(3), SEQUENCE), collector);
    function.flatMap(ChangeEvent.delete(GenericRowData.of(4), SEQUENCE).asStale(), collector);
    assertThat(out)
        .containsExactly(
            GenericRowData.ofKind(RowKind.INSERT, 1), GenericRowData.ofKind(RowKind.DELETE, 3));
  }
}
