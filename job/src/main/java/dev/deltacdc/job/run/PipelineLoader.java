/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.ParseResult;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.PipelineParser;
import dev.deltacdc.job.pipeline.Statement;
import dev.deltacdc.job.resolve.Resolution;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.Resolver;
import dev.deltacdc.job.resolve.SecretReferences;
import dev.deltacdc.job.resolve.Settings;
import dev.deltacdc.job.topology.Lake;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.TableConfigOptions;

/**
 * Reads and resolves a pipeline file: all that {@code validate} does. Of data it only looks at the
 * columns of Delta tables that the file does not declare.
 */
public final class PipelineLoader {

  /**
   * A file that was read.
   *
   * @param pipeline empty if there are errors
   * @param diagnostics errors and notices in the order of the file
   * @param statements that could be read
   * @param lines of the file
   * @param secrets to be hidden in whatever is printed of the pipeline
   */
  public record Loaded(
      Optional<ResolvedPipeline> pipeline,
      List<Diagnostic> diagnostics,
      List<Statement> statements,
      List<String> lines,
      SecretReferences secrets) {
    public Loaded {
      diagnostics = List.copyOf(diagnostics);
      statements = List.copyOf(statements);
      lines = List.copyOf(lines);
    }

    /** Prints every error and notice with its line. */
    public void report(PrintStream err) {
      for (Diagnostic diagnostic : diagnostics) {
        err.println(secrets.hide(diagnostic.toString()));
        int line = diagnostic.position().line();
        if (line > 0 && line <= lines.size()) {
          // A tab would set the caret beside its place.
          err.println("    " + lines.get(line - 1).replace('\t', ' '));
          err.println("    " + " ".repeat(Math.max(0, diagnostic.position().column() - 1)) + "^");
        }
      }
      long errors = diagnostics.stream().filter(Diagnostic::isError).count();
      if (errors > 0) {
        err.println(errors == 1 ? "1 error." : errors + " errors.");
      }
    }
  }

  private static final String DEFAULT_LAKE = "./lake";

  private PipelineLoader() {}

  /** The same with the lake in the working directory. */
  public static Loaded load(Path file, Map<String, String> overrides) throws IOException {
    return load(file, overrides, DEFAULT_LAKE);
  }

  /**
   * Reads a file and all that it says.
   *
   * @param overrides settings of the command line
   * @param lakeLocation where the tables are, as users name it
   * @throws IOException if the file cannot be read
   */
  public static Loaded load(Path file, Map<String, String> overrides, String lakeLocation)
      throws IOException {
    String text = Files.readString(file);
    ParseResult parsed = PipelineParser.parse(file.toString(), text);
    Diagnostics unresolved = new Diagnostics(file.toString());
    Path baseDir = file.toAbsolutePath().normalize().getParent();
    SecretReferences secrets = new SecretReferences(baseDir, System::getenv, unresolved);
    Pipeline pipeline = secrets.resolve(parsed.pipeline());
    Settings settings = Settings.read(pipeline, defaultName(file), secrets.resolve(overrides));
    Configuration configuration = new Configuration();
    settings.flink().forEach(configuration::setString);
    configuration.set(TableConfigOptions.LOCAL_TIME_ZONE, settings.timeZone().getId());
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.getExecutionEnvironment(configuration));
    pipeline =
        new LakeSources(
                lake(lakeLocation, settings), settings.quarantineTable(), baseDir, unresolved)
            .complete(pipeline);
    Resolution resolution = Resolver.resolve(pipeline, settings, tables);
    TreeSet<Diagnostic> diagnostics = new TreeSet<>(parsed.diagnostics());
    diagnostics.addAll(unresolved.all());
    diagnostics.addAll(resolution.diagnostics());
    boolean valid = diagnostics.stream().noneMatch(Diagnostic::isError);
    return new Loaded(
        valid ? resolution.pipeline() : Optional.empty(),
        List.copyOf(diagnostics),
        parsed.pipeline().statements(),
        text.lines().toList(),
        secrets);
  }

  /** The lake, with what Flink's configuration and the file say of its file system. */
  private static Lake lake(String location, Settings settings) {
    Map<String, String> flink =
        new TreeMap<>(
            StreamExecutionEnvironment.getExecutionEnvironment().getConfiguration().toMap());
    flink.putAll(settings.flink());
    return Lake.at(location, flink);
  }

  /** What to say of a file that {@link #load} could not decode. */
  public static String notUtf8(Path file) {
    return file + " is not UTF-8 text. Save it as UTF-8; most editors offer it when saving.";
  }

  /** The file's name, or its folder's for {@code pipeline.sql}. */
  static String defaultName(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    String name = absolute.getFileName().toString();
    name = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
    boolean generic = name.equals("pipeline") && absolute.getParent().getFileName() != null;
    name = generic ? absolute.getParent().getFileName().toString() : name;
    return name.replaceAll("[^A-Za-z0-9_-]", "_");
  }
}
