/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * Reports a syntax error and goes on at the next clause of the statement, so that each clause's
 * error is found. No token is made up or left out to repair a statement.
 */
final class SyntaxErrors extends DefaultErrorStrategy {

  private final Diagnostics diagnostics;
  private final List<Token> tokens;

  /**
   * @param tokens the statement's visible tokens
   */
  SyntaxErrors(Diagnostics diagnostics, List<Token> tokens) {
    this.diagnostics = diagnostics;
    this.tokens = tokens;
  }

  @Override
  public Token recoverInline(Parser recognizer) {
    throw new InputMismatchException(recognizer);
  }

  @Override
  public void sync(Parser recognizer) {
    // An error is reported where it is met, not where a loop goes round.
  }

  @Override
  public void reportError(Parser recognizer, RecognitionException e) {
    if (inErrorRecoveryMode(recognizer)) {
      return;
    }
    beginErrorCondition(recognizer);
    diagnostics.error(
        e instanceof MissingExpressionException
            ? missingExpression(e.getOffendingToken())
            : problem(e.getOffendingToken(), e.getExpectedTokens()));
  }

  @Override
  public void recover(Parser recognizer, RecognitionException e) {
    boolean atClause =
        e.getCtx() instanceof ParserRuleContext context
            && context.getStart() == recognizer.getCurrentToken();
    if (atClause && recognizer.getCurrentToken().getType() != Token.EOF) {
      recognizer.consume();
    }
    boolean inClause = inClause(recognizer.getContext());
    while (recognizer.getCurrentToken().getType() != Token.EOF
        && !(inClause && ((ClauseParser) recognizer).clauseStart())) {
      recognizer.consume();
    }
  }

  private static Problem missingExpression(Token found) {
    List<String> expected = List.of("an expression");
    Position at = SqlCapture.position(found);
    return found.getType() == Token.EOF
        ? ParseErrors.unfinished(at, expected)
        : ParseErrors.unexpected(at, found.getText(), expected);
  }

  private Problem problem(Token found, IntervalSet expected) {
    Position at = SqlCapture.position(found);
    Optional<Problem> hint = hint(found);
    if (hint.isPresent()) {
      return hint.get();
    }
    List<String> words = ExpectedWords.of(expected);
    if (found.getType() == Token.EOF) {
      return ParseErrors.unfinished(at, words);
    }
    if (expected.contains(Token.EOF)
        && (found.getType() == PipelineFileParser.CREATE
            || found.getType() == PipelineFileParser.SET)) {
      return ParseErrors.missingSemicolon(at, found.getText());
    }
    return advised(ParseErrors.unexpected(at, found.getText(), words), found, expected);
  }

  /** With what the grammar alone cannot tell. */
  private Problem advised(Problem problem, Token found, IntervalSet expected) {
    if (problem.advice() != null) {
      return problem;
    }
    int index = tokens.indexOf(found);
    String before = index == 0 ? "" : tokens.get(index - 1).getText();
    if (before.equalsIgnoreCase("FROM") && expected.contains(PipelineFileParser.STREAM)) {
      return ParseErrors.notAStream(problem.position(), found.getText());
    }
    if (before.equalsIgnoreCase("APPLY") && found.getType() == PipelineFileParser.CHANGES) {
      Position at = SqlCapture.position(tokens.get(index - 1));
      return ParseErrors.missingSemicolon(at, "APPLY CHANGES");
    }
    if (before.equalsIgnoreCase("SET")) {
      return ParseErrors.settingUnquoted(problem.position());
    }
    return problem;
  }

  /** What is known about the token found, or the one before it. */
  private Optional<Problem> hint(Token found) {
    int index = tokens.indexOf(found);
    for (int from = index; from >= Math.max(0, index - 1); from--) {
      Optional<Problem> problem = SparkHints.at(tokens, from);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static boolean inClause(RuleContext context) {
    for (RuleContext at = context; at != null; at = at.parent) {
      if (at instanceof PipelineFileParser.CdcClauseContext
          || at instanceof PipelineFileParser.SnapshotClauseContext
          || at instanceof PipelineFileParser.TableClauseContext) {
        return true;
      }
    }
    return false;
  }
}
