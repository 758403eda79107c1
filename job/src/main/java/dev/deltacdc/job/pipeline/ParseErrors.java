/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.Collection;
import java.util.List;

/** The errors of the file's grammar, one factory each. */
final class ParseErrors {

  private ParseErrors() {}

  static Problem unexpected(Position at, String found, List<String> expected) {
    return new Problem(
            Rule.UNEXPECTED_WORD,
            at,
            "Found " + quoted(found) + " where " + orList(expected) + " was expected.")
        .meant(found, expected);
  }

  static Problem unfinished(Position at, List<String> expected) {
    return new Problem(
        Rule.UNFINISHED_STATEMENT,
        at,
        "The statement ends where " + orList(expected) + " was expected.");
  }

  static Problem notAStream(Position at, String source) {
    return new Problem(
        Rule.SOURCE_NOT_A_STREAM,
        at,
        "An AUTO CDC flow reads a stream.",
        "Write FROM STREAM(" + source + ").");
  }

  static Problem flowOfView(Position at) {
    return new Problem(
        Rule.VIEW_FILLED_BY_FLOW,
        at,
        "A materialized view is filled by its query, not by a flow.",
        "Write AS SELECT …, or CREATE STREAMING TABLE for a table that flows fill.");
  }

  static Problem viewWithoutQuery(TableName view) {
    return new Problem(
        Rule.VIEW_WITHOUT_QUERY,
        view.position(),
        "The materialized view " + view + " has no query.",
        "Add AS SELECT ….");
  }

  static Problem settingUnquoted(Position at) {
    return new Problem(
        Rule.UNQUOTED_SETTING,
        at,
        "Key and value of SET stand in quotes.",
        "Write SET 'key' = 'value'.");
  }

  static Problem unknownClause(Position at, String found, Collection<String> clauses) {
    return new Problem(
            Rule.UNKNOWN_CLAUSE,
            at,
            "Found " + quoted(found) + " where a clause was expected: " + orList(clauses) + ".")
        .meant(found, clauses.stream().map(clause -> clause.split(" ", 2)[0]).toList());
  }

  static Problem missingSemicolon(Position at, String found) {
    return new Problem(
        Rule.MISSING_SEMICOLON,
        at,
        "A statement starts with " + found + " here, but the one before it has not ended.",
        "Put a ';' before it.");
  }

  static Problem unclosedString(Position at) {
    return new Problem(
        Rule.UNCLOSED_STRING,
        at,
        "The string that starts here is not closed.",
        "Close it with a single quote.");
  }

  static Problem unclosedComment(Position at) {
    return new Problem(
        Rule.UNCLOSED_COMMENT,
        at,
        "The comment that starts here is not closed.",
        "Close it with */.");
  }

  /**
   * Behind a missing quote, strings and what is between them change places.
   *
   * @param at the first string that goes on in the next line
   * @param unclosed the last string, which has no end
   */
  static Problem missingQuote(Position at, Position unclosed) {
    return new Problem(
        Rule.UNCLOSED_STRING,
        at,
        "A single quote is missing between here and line "
            + unclosed.line()
            + ", most likely in this line: the string that starts here goes on to the next one.",
        "Strings stand between single quotes; a quote inside is written twice.");
  }

  static Problem duplicateClause(Position at, String clause, Position first) {
    return new Problem(
        Rule.DUPLICATE_CLAUSE,
        at,
        "The clause " + clause + " stands twice; the first is in line " + first.line() + ".",
        "Keep one.");
  }

  static Problem missingClause(
      Rule rule, Position at, String statement, String clause, String advice) {
    return new Problem(rule, at, statement + " has no " + clause + ".", advice);
  }

  static Problem emptyExpression(Position at) {
    return new Problem(
        Rule.MISSING_EXPRESSION,
        at,
        "An expression is missing between the parentheses.",
        "Write the condition, or the columns.");
  }

  static Problem severalExpressions(Position at, String clause, String advice) {
    return new Problem(
        Rule.SEVERAL_EXPRESSIONS,
        at,
        clause + " takes one expression, and this is a list.",
        advice);
  }

  static Problem tooManyParts(Position at, String name) {
    return new Problem(
        Rule.TOO_MANY_NAME_PARTS,
        at,
        "The name " + name + " has more than three parts.",
        "Write catalog.schema.table at most.");
  }

  static Problem leavesLake(Position at, String part) {
    return new Problem(
        Rule.NAME_NOT_A_FOLDER,
        at,
        quoted(part) + " is no folder's name, so a table of this name would not lie in the lake.",
        "Use letters, digits, '_' and '-', and a letter or digit first; --lake says where the lake is.");
  }

  static Problem duplicateColumn(Position at, String column, Identifier first) {
    boolean same = column.equals(first.text());
    return new Problem(
        same ? Rule.DUPLICATE_COLUMN : Rule.COLUMNS_DIFFER_BY_CASE,
        at,
        "The column "
            + column
            + (same ? " is named twice" : " differs from " + first.text() + " by case only")
            + "; the first is in line "
            + first.position().line()
            + ".",
        same ? "Remove one." : "Rename one: Delta tables compare column names without case.");
  }

  static Problem duplicateOption(Position at, String key) {
    return new Problem(
        Rule.DUPLICATE_OPTION, at, "The option " + quoted(key) + " is set twice.", "Keep one.");
  }

  static Problem duplicateExpectation(Position at, String name) {
    return new Problem(
        Rule.DUPLICATE_CONSTRAINT,
        at,
        "There are two constraints named " + name + ".",
        "Their counts would mix: rename one.");
  }

  static Problem scdType(Position at, String type) {
    return new Problem(
        Rule.UNKNOWN_SCD_TYPE,
        at,
        "There is no SCD TYPE " + type + ".",
        "Write SCD TYPE 1 for the current rows, SCD TYPE 2 for their history.");
  }

  static Problem truncateOfHistory(Position at) {
    return new Problem(
        Rule.TRUNCATE_OF_HISTORY,
        at,
        "APPLY AS TRUNCATE WHEN goes with SCD TYPE 1 only: a history keeps the rows of the past.",
        "Leave it out, or write STORED AS SCD TYPE 1.");
  }

  static Problem trackWithoutHistory(Position at) {
    return new Problem(
        Rule.TRACK_WITHOUT_HISTORY,
        at,
        "TRACK HISTORY goes with SCD TYPE 2 only: SCD TYPE 1 keeps no history.",
        "Write STORED AS SCD TYPE 2, or leave it out.");
  }

  static Problem clauseOfEvents(Position at, String clause) {
    String advice =
        switch (clause) {
          case "SEQUENCE BY" -> "the versions of the snapshots are the sequence.";
          case "ONCE" -> "each snapshot is read once anyway.";
          case "IGNORE NULL UPDATES" -> "a snapshot has every value.";
          default -> "a row is deleted when a snapshot lacks it.";
        };
    return new Problem(
        Rule.CLAUSE_OF_EVENTS,
        at,
        clause + " goes with FROM STREAM only.",
        "Leave it out: " + advice);
  }

  static Problem clauseOfTable(Position at, String clause) {
    return new Problem(
        Rule.CLAUSE_OF_TABLE,
        at,
        clause + " is a clause of the table, not of its flow.",
        "Write it in CREATE STREAMING TABLE, before FLOW.");
  }

  static Problem unsupported(Position at, String what, String advice) {
    return new Problem(Rule.NOT_SUPPORTED, at, what + " is not supported yet.", advice);
  }

  static Problem notOurs(Position at, String what, String advice) {
    return new Problem(
        Rule.NOT_A_STATEMENT, at, what + " is not a statement of a pipeline file.", advice);
  }

  // Notices

  static Problem applyChanges(Position at) {
    return new Problem(
        Rule.OLD_STATEMENT,
        at,
        "APPLY CHANGES is the old name of AUTO CDC.",
        "Write CREATE FLOW name AS AUTO CDC INTO table ….");
  }

  static Problem live(Position at) {
    return new Problem(
        Rule.OLD_SCHEMA,
        at,
        "LIVE is the virtual schema of Delta Live Tables, which is not needed: it is left out.",
        "Write the name alone; a schema of that name stands in backquotes.");
  }

  static String quoted(String text) {
    return "'" + text + "'";
  }

  static String orList(Collection<String> words) {
    List<String> all = List.copyOf(words);
    if (all.size() < 2) {
      return String.join("", all);
    }
    return String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.get(all.size() - 1);
  }
}
