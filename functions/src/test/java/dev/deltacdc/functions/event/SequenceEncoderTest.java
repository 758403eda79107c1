/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class SequenceEncoderTest {
  private final SequenceEncoder single = SequenceEncoder.of(List.of(new BigIntType()));
  private final SequenceEncoder struct = SequenceEncoder.of(List.of(new IntType(), new IntType()));
  private final SequenceEncoder row =
      SequenceEncoder.of(List.of(RowType.of(new IntType(), new IntType())));

  @Test
  void aNullIsNoSequence() {
    assertThat(single.encode(GenericRowData.of("x", null), 1)).isNull();
  }

  @Test
  void aStructOfNullsIsNoSequence() {
    assertThat(struct.encode(GenericRowData.of(null, null), 0)).isNull();
    assertThat(row.encode(GenericRowData.of((Object) null), 0)).isNull();
    assertThat(row.encode(GenericRowData.of(GenericRowData.of(null, null)), 0)).isNull();
  }

  @Test
  void aNullFieldOfAStructSortsFirst() {
    Sequence nothing = struct.encode(GenericRowData.of(10, null), 0);
    Sequence least = struct.encode(GenericRowData.of(10, Integer.MIN_VALUE), 0);
    Sequence before = struct.encode(GenericRowData.of(9, 5), 0);
    Sequence noTime = struct.encode(GenericRowData.of(null, 5), 0);
    assertThat(List.of(noTime, before, nothing, least)).isSorted();
  }

  @Test
  void theNextIsBehindItsEqualsAndBeforeAllGreaterOnes() {
    Sequence one = single.encode(GenericRowData.of(1L), 0);
    assertThat(List.of(one, one.next(), single.encode(GenericRowData.of(2L), 0))).isSorted();
    assertThat(one.next()).isNotEqualTo(one);
    Sequence nothing = struct.encode(GenericRowData.of(10, null), 0);
    Sequence least = struct.encode(GenericRowData.of(10, Integer.MIN_VALUE), 0);
    assertThat(List.of(nothing, nothing.next(), least)).isSorted();
    assertThat(single.decode(one.next())).isEqualTo(GenericRowData.of(1L));
  }

  @Test
  void theSecondFieldBreaksTheTie() {
    Sequence first = struct.encode(GenericRowData.of(10, 1), 0);
    Sequence second = struct.encode(GenericRowData.of(10, 2), 0);
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void theValuesComeBack() {
    RowData decoded = struct.decode(struct.encode(GenericRowData.of(10, null), 0));
    assertThat(decoded).isEqualTo(GenericRowData.of(10, null));
    assertThat(single.decode(single.encode(GenericRowData.of("x", -7L), 1)))
        .isEqualTo(GenericRowData.of(-7L));
  }

  @Test
  void equalBytesAreEqualSequences() {
    Sequence one = single.encode(GenericRowData.of(1L), 0);
    assertThat(one)
        .isEqualTo(single.encode(GenericRowData.of(1L), 0))
        .hasSameHashCodeAs(single.encode(GenericRowData.of(1L), 0));
    assertThat(one).isNotEqualTo(single.encode(GenericRowData.of(2L), 0));
  }

  @Test
  void aTypeWithoutOrderIsRefused() {
    assertThatThrownBy(() -> SequenceEncoder.of(List.of(new ArrayType(new IntType()))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SequenceEncoder.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
