/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.util.FlinkUserCodeClassLoaders;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The class loader of a job goes with the job: in a JVM of its own, which takes what is only softly
 * reachable at each collection, jobs are loaded as a TaskManager loads them.
 */
class HadoopReleaseTest {

  private static final int LOADERS = 5;

  /** Caches of the JVM may hold the first and the last one, but never one of each job. */
  private static final int FEW = 2;

  private static final int COLLECTIONS = 20;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theClassesOfAJobGoWithItIfHadoopLetsGo(boolean release, @TempDir Path directory)
      throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:SoftRefLRUPolicyMSPerMB=0",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TaskManager.class.getName(),
                directory.toString(),
                Boolean.toString(release))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("held: " + (release ? "few" : "all"));
  }

  /** What runs jobs. */
  static final class TaskManager {
    private TaskManager() {}

    public static void main(String[] args) throws Exception {
      List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
      for (int i = 0; i < LOADERS; i++) {
        loaders.add(run(args[0] + "/" + i, args[1]));
      }
      long held = LOADERS;
      for (int i = 0; i < COLLECTIONS && held > FEW; i++) {
        System.gc();
        held = loaders.stream().filter(loader -> loader.get() != null).count();
      }
      System.out.println("held: " + (held <= FEW ? "few" : held < LOADERS ? held : "all"));
    }

    private static WeakReference<ClassLoader> run(String table, String release) throws Exception {
      try (URLClassLoader loader =
          FlinkUserCodeClassLoaders.childFirst(
              classPath(),
              TaskManager.class.getClassLoader(),
              parentFirst(),
              problem -> {},
              false)) {
        Class<?> job = loader.loadClass(Job.class.getName());
        FutureTask<Object> run =
            new FutureTask<>(
                () ->
                    job.getMethod("main", String[].class)
                        .invoke(null, (Object) new String[] {table, release}));
        Thread task = new Thread(run, "task");
        task.setContextClassLoader(loader);
        task.start();
        run.get();
        task.join();
        return new WeakReference<>(loader);
      }
    }

    /** Flink's own list; a TaskManager has no Hadoop, so it comes with the job. */
    private static String[] parentFirst() {
      return Stream.of(CoreOptions.getParentFirstLoaderPatterns(new Configuration()))
          .filter(pattern -> !pattern.equals("org.apache.hadoop."))
          .toArray(String[]::new);
    }

    private static URL[] classPath() throws MalformedURLException {
      List<URL> urls = new ArrayList<>();
      for (String entry :
          List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))) {
        urls.add(new File(entry).toURI().toURL());
      }
      return urls.toArray(URL[]::new);
    }
  }

  /** A job that makes a table. */
  public static final class Job {
    private Job() {}

    public static void main(String[] args) {
      TableStore store = TableStore.open(args[0], Map.of());
      store.createOrCheck(DeltaTable.of(args[0], TestTable.ID_NAME), true);
      store.latest().newCommit().transaction("job", 1).commit();
      if (Boolean.parseBoolean(args[1])) {
        HadoopRelease.release();
      }
    }
  }
}
