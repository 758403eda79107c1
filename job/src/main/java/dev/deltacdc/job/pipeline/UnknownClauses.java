/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.OneStatementFlowContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.UnknownCdcClauseContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.UnknownSnapshotClauseContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.UnknownTableClauseContext;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Words where a clause should start that start none; found also beside syntax errors. */
final class UnknownClauses {

  private static final List<String> CDC =
      List.of(
          "FROM STREAM",
          "KEYS",
          "APPLY AS DELETE WHEN",
          "SEQUENCE BY",
          "COLUMNS",
          "STORED AS SCD TYPE",
          "COMMENT");
  private static final List<String> TABLE =
      List.of("PARTITIONED BY", "CLUSTER BY", "COMMENT", "TBLPROPERTIES", "AS SELECT");
  private static final List<String> SNAPSHOT =
      List.of(
          "SNAPSHOT OF",
          "EVENT TIME",
          "TIME ZONE",
          "START DATE",
          "ROWS",
          "LATE EVENTS",
          "RETAIN",
          "COMMENT");

  private UnknownClauses() {}

  static void report(ParseTree tree, Diagnostics diagnostics) {
    if (tree instanceof OneStatementFlowContext flow) {
      diagnostics.error(
          ParseErrors.unsupported(
              SqlCapture.position(flow.getStart()),
              "FLOW within CREATE STREAMING TABLE",
              "Write it as a statement of its own: CREATE FLOW name AS AUTO CDC INTO table …."));
    } else if (tree instanceof UnknownCdcClauseContext clause) {
      diagnostics.error(problem(clause, CDC));
    } else if (tree instanceof UnknownTableClauseContext clause) {
      diagnostics.error(problem(clause, TABLE));
    } else if (tree instanceof UnknownSnapshotClauseContext clause) {
      diagnostics.error(problem(clause, SNAPSHOT));
    }
    for (int i = 0; i < tree.getChildCount(); i++) {
      report(tree.getChild(i), diagnostics);
    }
  }

  private static Problem problem(ParserRuleContext clause, List<String> clauses) {
    String found = clause.getStart().getText();
    Position at = SqlCapture.position(clause.getStart());
    return switch (found.toUpperCase(Locale.ROOT)) {
      case "CREATE", "SET" -> ParseErrors.missingSemicolon(at, found);
      case "USING" ->
          new Problem(at, "USING is not needed: targets are Delta tables.", "Leave it out.");
      default -> ParseErrors.unknownClause(at, found, clauses);
    };
  }
}
