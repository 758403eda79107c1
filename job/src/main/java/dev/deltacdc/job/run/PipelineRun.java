/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.topology.GeneratedCode;
import dev.deltacdc.job.topology.Lake;
import dev.deltacdc.job.topology.PipelineException;
import dev.deltacdc.job.topology.PipelineTopology;
import dev.deltacdc.job.topology.SharedRows;
import dev.deltacdc.job.topology.StartPoint;
import dev.deltacdc.job.topology.TopologyOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.core.execution.DetachedJobExecutionResult;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a pipeline file. */
public final class PipelineRun {

  private static final Logger LOG = LoggerFactory.getLogger(PipelineRun.class);

  private final RunOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private Map<String, GeneratedCode> generated = Map.of();
  private UnaryOperator<String> secrets = UnaryOperator.identity();

  private PipelineRun(RunOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the pipeline and waits for its end: in an embedded Flink, or, when the main class was
   * started by {@code flink run}, on that cluster. Every problem is reported, none thrown.
   *
   * @param out progress and summary
   * @param err errors
   * @return one of {@link ExitCode}
   */
  public static int run(RunOptions options, PrintStream out, PrintStream err) {
    return new PipelineRun(options, out, err).run();
  }

  private int run() {
    if (!Files.isRegularFile(options.file())) {
      err.println("There is no pipeline file " + options.file() + ".");
      return ExitCode.INVALID;
    }
    try {
      PipelineLoader.Loaded loaded =
          PipelineLoader.load(options.file(), options.settings(), options.lake());
      secrets = loaded.secrets()::hide;
      loaded.report(err);
      return loaded.pipeline().isPresent() ? run(loaded.pipeline().get()) : ExitCode.INVALID;
    } catch (CharacterCodingException e) {
      err.println(PipelineLoader.notUtf8(options.file()));
      return ExitCode.INVALID;
    } catch (IOException e) {
      err.println("Cannot read " + options.file() + ": " + e.getMessage());
      return ExitCode.INVALID;
    } catch (PipelineException e) {
      e.problems().forEach(problem -> err.println(secrets.apply(problem)));
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      err.println("Interrupted.");
      return ExitCode.FAILED;
    } catch (Exception e) {
      return failed(e);
    }
  }

  private int failed(Throwable failure) {
    LOG.error("The run failed.", failure);
    err.println("Failed: " + why(failure));
    if (!LogFile.hint().isEmpty()) {
      err.println(LogFile.hint());
    }
    return ExitCode.FAILED;
  }

  private String why(Throwable failure) {
    return secrets.apply(RootCause.of(FailedStep.nameIn(failure, generated)));
  }

  private int run(ResolvedPipeline pipeline) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    Map<String, String> flink = new TreeMap<>(env.getConfiguration().toMap());
    flink.putAll(pipeline.settings().flink());
    Lake lake = Lake.at(options.lake(), flink);
    return env instanceof LocalStreamEnvironment
        ? runEmbedded(pipeline, lake)
        : runOnCluster(env, pipeline, lake);
  }

  private int runEmbedded(ResolvedPipeline pipeline, Lake lake) throws Exception {
    try (StateFolder state =
            StateFolder.open(options.stateFolder(), pipeline.settings().pipelineName());
        ScratchFolder scratch = ScratchFolder.create()) {
      boolean anew = options.refresh().all();
      Configuration configuration =
          JobConfiguration.embedded(
              pipeline.settings(), options.parallelism(), scratch.path(), state.saved());
      // A cluster's processes do this at their start: settings of the file systems of sources.
      FileSystem.initialize(configuration, null);
      Optional<SavedStates.Saved> saved = anew ? Optional.empty() : state.saved().newest();
      SavedStates.requireOf(options.mode(), saved);
      saved.ifPresent(from -> JobConfiguration.startFrom(configuration, from.location()));
      if (options.mode() == RunMode.TRIGGERED) {
        JobConfiguration.countAnew(configuration);
      }
      StreamExecutionEnvironment env =
          StreamExecutionEnvironment.createLocalEnvironment(configuration);
      env.setParallelism(configuration.get(CoreOptions.DEFAULT_PARALLELISM));
      StartPoint start = startFrom(saved, pipeline);
      RunRecorder recorder = RunRecorder.of(pipeline, lake, this::why);
      PipelineTopology.Built built = build(env, pipeline, lake, start, recorder);
      generated = built.generated();
      if (anew) {
        state.saved().clear(); // not before the start is sure
      }
      saved.ifPresent(this::tellStart);
      recorder.started(
          lake,
          options.mode(),
          false,
          saved.map(SavedStates.Saved::location).orElse(null),
          saved.map(from -> from.state().checkpointId()).orElse(null),
          start.refreshed(),
          options.chosen(pipeline),
          built.readers());
      return new EmbeddedRun(pipeline, out, this::failed, state, options.mode(), recorder)
          .run(SharedRows.graph(env), configuration, SavedStates.running(saved, built.held()));
    }
  }

  private StartPoint startFrom(Optional<SavedStates.Saved> saved, ResolvedPipeline pipeline) {
    return new StartPoint(
        saved.map(from -> from.state().generations()).orElse(Map.of()),
        saved.map(from -> from.state().withState()).orElse(Set.of()),
        options.refresh().of(pipeline),
        Set.of(),
        true);
  }

  private void tellStart(SavedStates.Saved from) {
    out.println("Going on from the state of the last run, " + from.location());
  }

  private int runOnCluster(StreamExecutionEnvironment cluster, ResolvedPipeline pipeline, Lake lake)
      throws Exception {
    HadoopShutdown.prepare();
    ClusterRun run = new ClusterRun(cluster.getConfiguration(), pipeline, options, lake);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(run.configuration());
    RunRecorder recorder = RunRecorder.of(pipeline, lake, this::why);
    PipelineTopology.Built built = build(env, pipeline, lake, run.start(), recorder);
    generated = built.generated();
    run.recordStart(built);
    run.saved().ifPresent(this::tellStart);
    recorder.started(
        lake,
        options.mode(),
        true,
        run.startedFrom(),
        run.fromCheckpoint(),
        run.start().refreshed(),
        options.chosen(pipeline),
        built.readers());
    JobExecutionResult result = execute(run, env, built, recorder);
    if (result instanceof DetachedJobExecutionResult) {
      out.println("Submitted as job " + result.getJobID() + ".");
    } else {
      RunCounters counters = RunCounters.of(result);
      recorder.ended(
          "finished", Duration.ofMillis(result.getNetRuntime(TimeUnit.MILLISECONDS)), counters);
      new RunSummary(pipeline, counters, options.mode()).print(out);
    }
    return ExitCode.OK;
  }

  private JobExecutionResult execute(
      ClusterRun run,
      StreamExecutionEnvironment env,
      PipelineTopology.Built built,
      RunRecorder recorder)
      throws Exception {
    long start = System.nanoTime();
    try {
      return run.execute(env, built.held(), out);
    } catch (Exception e) {
      recorder.failed(e, Duration.ofNanos(System.nanoTime() - start), null);
      throw e;
    } finally {
      HadoopShutdown.clear();
    }
  }

  private PipelineTopology.Built build(
      StreamExecutionEnvironment env,
      ResolvedPipeline pipeline,
      Lake lake,
      StartPoint start,
      RunRecorder recorder) {
    PipelineTopology.Built built =
        PipelineTopology.build(
            env,
            pipeline,
            new TopologyOptions(
                options.file().toAbsolutePath().normalize().getParent(),
                lake,
                start,
                options.mode().until(),
                options.chosen(pipeline),
                recorder.folder()));
    built.notices().forEach(notice -> err.println("notice: " + notice));
    return built;
  }
}
