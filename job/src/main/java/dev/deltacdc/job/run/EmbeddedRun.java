/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.resolve.ResolvedPipeline;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.clusterframework.ApplicationStatus;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** One job on an embedded cluster, from submission to summary. */
final class EmbeddedRun {

  private static final Duration STOP_TIME = Duration.ofMinutes(10);

  private final ResolvedPipeline pipeline;
  private final PrintStream out;
  private final ToIntFunction<Throwable> failed;
  private final StateFolder state;
  private final RunMode mode;
  private final RunRecorder recorder;
  private final Progress progress;
  private @Nullable RunCounters lastCounters;
  private volatile boolean stopping;

  /** Seconds after the start. */
  private long shown;

  /**
   * @param failed reports a failure and gives the exit code
   * @param state where the job keeps its state; cleared when the job has ended by itself
   * @param recorder records the end
   */
  EmbeddedRun(
      ResolvedPipeline pipeline,
      PrintStream out,
      ToIntFunction<Throwable> failed,
      StateFolder state,
      RunMode mode,
      RunRecorder recorder) {
    this.pipeline = pipeline;
    this.out = out;
    this.failed = failed;
    this.state = state;
    this.mode = mode;
    this.recorder = recorder;
    this.progress = new Progress(pipeline, out, isTerminal());
  }

  /** Before Java 22 there is no console unless input and output are a terminal. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    return System.console() != null;
  }

  /**
   * Runs the job to its end.
   *
   * @param held uids of the operators that say when sources are read, in triggered mode
   */
  int run(StreamGraph graph, Configuration configuration, List<String> held) throws Exception {
    long start = System.nanoTime();
    try (EmbeddedCluster cluster =
        EmbeddedCluster.start(configuration, graph.getMaximumParallelism())) {
      out.println("Flink's web page: " + cluster.webPage());
      JobID job = cluster.submit(graph);
      CountDownLatch reported = new CountDownLatch(1);
      Thread stop = new Thread(() -> stop(cluster, job, reported), "stop");
      Runtime.getRuntime().addShutdownHook(stop);
      try {
        JobResult result = await(cluster, job, held, start);
        progress.end();
        return report(result, start);
      } finally {
        reported.countDown();
        removeHook(stop);
      }
    }
  }

  private JobResult await(EmbeddedCluster cluster, JobID job, List<String> held, long start)
      throws Exception {
    return new TriggeredStop(cluster.coordinators(job), held, () -> cluster.savepoint(job))
        .await(
            cluster.result(job),
            () -> {
              Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
              if (elapsed.toSeconds() > shown) {
                shown = elapsed.toSeconds();
                showProgress(cluster.job(job), elapsed);
              }
            });
  }

  private void showProgress(AccessExecutionGraph job, Duration elapsed) {
    CheckpointStatsSnapshot checkpoints = job.getCheckpointStatsSnapshot();
    lastCounters = RunCounters.of(job.getAccumulatorsSerialized());
    progress.update(
        elapsed,
        lastCounters,
        checkpoints == null ? 0 : checkpoints.getCounts().getNumberOfCompletedCheckpoints());
  }

  private int report(JobResult result, long start) throws IOException {
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    if (result.getSerializedThrowable().isPresent()) {
      recorder.failed(result.getSerializedThrowable().get(), took, lastCounters);
      return failed.applyAsInt(result.getSerializedThrowable().get());
    }
    RunCounters counters = RunCounters.of(result.getAccumulatorResults());
    new RunSummary(pipeline, counters, mode).print(out);
    boolean finished = !stopping && result.getApplicationStatus() == ApplicationStatus.SUCCEEDED;
    // A job whose sources all ended, although the run was triggered, has left none.
    boolean goesOn = !finished || (mode == RunMode.TRIGGERED && state.saved().newest().isPresent());
    recorder.ended(finished ? "finished" : "stopped", took, counters);
    out.println();
    out.println((finished ? "Finished after " : "Stopped after ") + took.toSeconds() + " s.");
    if (!goesOn) {
      state.saved().clear();
    } else {
      out.println("The next run goes on from here; its state is in " + state.path() + ".");
    }
    return ExitCode.OK;
  }

  /** Runs when the JVM is told to end (SIGINT, SIGTERM) before the job has. */
  private void stop(EmbeddedCluster cluster, JobID job, CountDownLatch reported) {
    stopping = true;
    progress.end();
    out.println("Stopping.");
    try {
      cluster.stop(job);
      if (!reported.await(STOP_TIME.toSeconds(), TimeUnit.SECONDS)) {
        out.println("The job did not stop in time. " + LogFile.hint());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook is what ended the job.
    }
  }
}
