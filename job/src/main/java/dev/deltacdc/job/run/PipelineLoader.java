/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.ParseResult;
import dev.deltacdc.job.pipeline.PipelineParser;
import dev.deltacdc.job.resolve.Resolution;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.Resolver;
import dev.deltacdc.job.resolve.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.TableConfigOptions;

/** Reads and resolves a pipeline file without touching data: all that {@code validate} does. */
public final class PipelineLoader {

  /**
   * @param pipeline empty if there are errors
   * @param diagnostics errors and notices in the order of the file
   */
  public record Loaded(Optional<ResolvedPipeline> pipeline, List<Diagnostic> diagnostics) {
    public Loaded {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  private PipelineLoader() {}

  /**
   * @param overrides settings of the command line
   * @throws IOException if the file cannot be read
   */
  public static Loaded load(Path file, Map<String, String> overrides) throws IOException {
    ParseResult parsed = PipelineParser.parse(file);
    Settings settings = Settings.read(parsed.pipeline(), defaultName(file), overrides);
    Configuration configuration = new Configuration();
    settings.flink().forEach(configuration::setString);
    configuration.set(TableConfigOptions.LOCAL_TIME_ZONE, settings.timeZone().getId());
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.createLocalEnvironment(1, configuration));
    Resolution resolution = Resolver.resolve(parsed.pipeline(), settings, tables);
    List<Diagnostic> diagnostics = new ArrayList<>(parsed.diagnostics());
    diagnostics.addAll(resolution.diagnostics());
    diagnostics.sort(null);
    boolean valid = !parsed.hasErrors() && !resolution.hasErrors();
    return new Loaded(valid ? resolution.pipeline() : Optional.empty(), diagnostics);
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
