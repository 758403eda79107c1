/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.StreamingTableContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.UnknownCdcClauseContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.UnknownSnapshotClauseContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.UnknownTableClauseContext;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Words where a clause should start that start none; found also beside syntax errors. */
final class UnknownClauses {

  private static final List<String> CDC =
      List.of(
          "FROM STREAM",
          "KEYS",
          "IGNORE NULL UPDATES",
          "APPLY AS DELETE WHEN",
          "APPLY AS TRUNCATE WHEN",
          "SEQUENCE BY",
          "COLUMNS",
          "STORED AS SCD TYPE",
          "TRACK HISTORY ON",
          "COMMENT");
  private static final List<String> TABLE =
      List.of(
          "PARTITIONED BY", "CLUSTER BY", "COMMENT", "TBLPROPERTIES", "FLOW AUTO CDC", "AS SELECT");
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

  /** First words of a flow's clauses that are none of a table's. */
  private static final Set<String> OF_FLOW =
      Set.of("FROM", "KEYS", "IGNORE", "APPLY", "SEQUENCE", "COLUMNS", "STORED", "TRACK");

  private UnknownClauses() {}

  static void report(ParseTree tree, Diagnostics diagnostics) {
    if (tree instanceof StreamingTableContext table) {
      ofTable(table, diagnostics);
    } else if (tree instanceof UnknownCdcClauseContext clause) {
      diagnostics.error(problem(clause, CDC));
    } else if (tree instanceof UnknownSnapshotClauseContext clause) {
      diagnostics.error(problem(clause, SNAPSHOT));
    }
    for (int i = 0; i < tree.getChildCount(); i++) {
      report(tree.getChild(i), diagnostics);
    }
  }

  /** What follows is of a flow whose start was not seen: one error is enough. */
  private static void ofTable(StreamingTableContext table, Diagnostics diagnostics) {
    boolean reported = false;
    for (ParseTree clause : table.tableClause()) {
      if (clause instanceof UnknownTableClauseContext unknown
          && !(reported && OF_FLOW.contains(word(unknown)))) {
        diagnostics.error(problem(unknown, TABLE));
        reported = true;
      }
    }
  }

  private static String word(ParserRuleContext clause) {
    return clause.getStart().getText().toUpperCase(Locale.ROOT);
  }

  private static boolean isFollowedByChanges(ParserRuleContext clause) {
    ParseTree rest = clause.getChild(clause.getChildCount() - 1);
    return rest.getChildCount() > 0 && rest.getChild(0).getText().equalsIgnoreCase("CHANGES");
  }

  private static Problem problem(ParserRuleContext clause, List<String> clauses) {
    String found = clause.getStart().getText();
    Position at = SqlCapture.position(clause.getStart());
    return switch (word(clause)) {
      case "CREATE", "SET" -> ParseErrors.missingSemicolon(at, found);
      case "APPLY" ->
          isFollowedByChanges(clause)
              ? ParseErrors.missingSemicolon(at, "APPLY CHANGES")
              : ParseErrors.unknownClause(at, found, clauses);
      case "USING" ->
          new Problem(
              Rule.SPARK_SYNTAX,
              at,
              "USING is not needed: targets are Delta tables.",
              "Leave it out.");
      case "PARTITIONED", "CLUSTER", "TBLPROPERTIES" ->
          clause instanceof UnknownCdcClauseContext
              ? ParseErrors.clauseOfTable(at, word(clause))
              : ParseErrors.unknownClause(at, found, clauses);
      default -> ParseErrors.unknownClause(at, found, clauses);
    };
  }
}
