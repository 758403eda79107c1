/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.changes.ChangeFeed;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.TableName;
import java.util.Optional;

/** Whether what reads changes heeds that deletes are among them. */
final class ChangesCheck {

  private ChangesCheck() {}

  /** A query says what becomes of them, or hands all columns on. */
  static Optional<Problem> of(SqlText query, TableName changes) {
    return names(query, ChangeFeed.TYPE)
            || query.words().stream().anyMatch(w -> w.text().equals("*"))
        ? Optional.empty()
        : Optional.of(DownstreamErrors.changesUnseen(changes));
  }

  /** A flow deletes by them, in an order that deletes have: the row of one is that before it. */
  static Optional<Problem> of(CdcFlowSpec flow) {
    if (flow.deleteWhen() == null || !names(flow.deleteWhen(), ChangeFeed.TYPE)) {
      return Optional.of(DownstreamErrors.deletesUnseen(flow.source(), flow.name()));
    }
    return flow.sequence().stream().anyMatch(field -> names(field, ChangeFeed.SEQUENCE))
        ? Optional.empty()
        : Optional.of(DownstreamErrors.oldSequence(flow.sequence().get(0)));
  }

  private static boolean names(SqlText text, String column) {
    return text.words().stream()
        .map(SqlText.Word::text)
        .anyMatch(word -> word.equals(column) || word.equals(Sql.quoted(column)));
  }
}
