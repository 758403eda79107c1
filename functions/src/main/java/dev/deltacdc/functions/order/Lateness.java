/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * How far an event is behind the newest of its key, by the first field of the sequence: in
 * milliseconds for dates and times, as the difference (rounded down) for numbers. Other types have
 * no distance.
 */
final class Lateness implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final SequenceEncoder sequences;
  private final RowData.FieldGetter first;
  private final boolean measurable;
  private final long unit;

  private Lateness(List<LogicalType> types) {
    this.sequences = SequenceEncoder.of(types);
    this.first = RowData.createFieldGetter(types.get(0), 0);
    this.measurable =
        switch (types.get(0).getTypeRoot()) {
          case TINYINT,
              SMALLINT,
              INTEGER,
              BIGINT,
              FLOAT,
              DOUBLE,
              DECIMAL,
              DATE,
              TIMESTAMP_WITHOUT_TIME_ZONE,
              TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
              true;
          default -> false;
        };
    this.unit = types.get(0).is(LogicalTypeRoot.DATE) ? Duration.ofDays(1).toMillis() : 1;
  }

  static Lateness of(List<LogicalType> sequenceTypes) {
    return new Lateness(sequenceTypes);
  }

  boolean isMeasurable() {
    return measurable;
  }

  /** The distance of two sequences, 0 where there is none; at most {@link Long#MAX_VALUE}. */
  long between(Sequence newer, Sequence older) {
    BigDecimal to = number(first.getFieldOrNull(sequences.decode(newer)));
    BigDecimal from = number(first.getFieldOrNull(sequences.decode(older)));
    if (to == null || from == null) {
      return 0;
    }
    BigDecimal distance = to.subtract(from).multiply(BigDecimal.valueOf(unit));
    return distance.min(GREATEST).setScale(0, RoundingMode.FLOOR).longValue();
  }

  @Nullable
  private static BigDecimal number(@Nullable Object value) {
    if (value instanceof TimestampData timestamp) {
      return BigDecimal.valueOf(timestamp.getMillisecond())
          .add(BigDecimal.valueOf(timestamp.getNanoOfMillisecond(), 6));
    }
    if (value instanceof DecimalData decimal) {
      return decimal.toBigDecimal();
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? BigDecimal.valueOf(number) : null;
    }
    return value instanceof Number number ? BigDecimal.valueOf(number.longValue()) : null;
  }
}
