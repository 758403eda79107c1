/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.job.run.ExitCode;
import dev.deltacdc.job.run.LogFile;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Entry point: of {@code deploy/local/deltacdc}, and of the jar, so that {@code flink run JAR run
 * FILE} runs a pipeline on a cluster.
 */
@Command(
    name = "deltacdc",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Turns feeds of change events into Delta Lake tables, with one SQL file.",
    footer = {
      "",
      "Examples:",
      "  deltacdc init my-pipeline          write a small pipeline with its feed",
      "  deltacdc run my-pipeline/pipeline.sql",
      "  deltacdc show customers            print the table that came of it",
      "",
      "'deltacdc COMMAND --help' says more about a command."
    })
public final class Main implements Runnable {
  /** Set by the launcher, whose process ends with the command. */
  static final String LAUNCHER = "deltacdc.launcher";

  @Spec private CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    // Before any logger is made: there is none in this class.
    LogFile.configure();
    int code = execute(Console.ofProcess(), args);
    if (Boolean.getBoolean(LAUNCHER)) {
      System.exit(code);
    }
    if (code != ExitCode.OK) {
      // Inside Flink's client or a JobManager it is not ours to end the process.
      throw new CommandFailedException(code);
    }
  }

  /**
   * Runs a command in this process.
   *
   * @return one of {@link ExitCode}
   */
  public static int execute(Console console, String... args) {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new InitCommand(console));
    line.addSubcommand(new RunCommand(console));
    line.addSubcommand(new ValidateCommand(console));
    line.addSubcommand(new GraphCommand(console));
    line.addSubcommand(new ShowCommand(console));
    line.addSubcommand(new QueryCommand(console));
    line.addSubcommand(new SqlCommand(console));
    line.addSubcommand(new RunsCommand(console));
    line.setOut(writer(console.out()));
    line.setErr(writer(console.err()));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    line.setParameterExceptionHandler(Main::wrongUsage);
    line.setExecutionExceptionHandler(Main::failure);
    int code = line.execute(args);
    console.out().flush();
    console.err().flush();
    return code;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }

  private static int wrongUsage(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(problem.getMessage());
    if (problem.getMessage().indexOf('\uFFFD') >= 0) {
      err.println(
          "Java reads names as the locale says, and this one is not UTF-8: set LC_ALL=C.UTF-8.");
    }
    UnmatchedArgumentException.printSuggestions(problem, err);
    err.println("Usage: " + command.getHelp().synopsis(0).strip());
    err.println("'" + command.getCommandSpec().qualifiedName() + " --help' says more.");
    return ExitCode.INVALID;
  }

  private static int failure(Exception problem, CommandLine command, ParseResult parsed) {
    LoggerFactory.getLogger(Main.class)
        .info("The command {} failed", command.getCommandName(), problem);
    command.getErr().println(message(problem));
    return problem instanceof CommandFailedException failed ? failed.code() : ExitCode.FAILED;
  }

  private static String message(Exception problem) {
    String first = told(problem);
    Throwable deepest = problem;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    String last = told(deepest);
    // What failed and what made it fail; the steps between are for the log.
    return first.contains(last) ? first : first + ": " + last;
  }

  private static String told(Throwable problem) {
    String message = problem.getMessage();
    if (problem instanceof NoSuchFileException) {
      return "There is no file " + message + ".";
    }
    if (problem instanceof AccessDeniedException) {
      return "No permission for " + message + ".";
    }
    return message == null || message.isBlank() ? problem.getClass().getSimpleName() : message;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, UTF_8), true);
  }
}
