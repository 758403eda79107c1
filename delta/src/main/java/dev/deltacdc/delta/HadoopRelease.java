/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.util.UserCodeClassLoader;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets go of what Hadoop's classes hold on to for as long as a JVM lives: a shutdown hook, a thread
 * and a cache of file systems. On a session cluster they come with each class loader of a job,
 * which could never be unloaded: after some restarts of the job a TaskManager would end for want of
 * metaspace.
 */
public final class HadoopRelease {

  private static final Logger LOG = LoggerFactory.getLogger(HadoopRelease.class);

  private HadoopRelease() {}

  /**
   * Has it done when Flink closes the class loader of the job, where Hadoop's classes come with it
   * and not with Flink.
   */
  public static void register(RuntimeContext context) {
    register(context::registerUserCodeClassLoaderReleaseHookIfAbsent);
  }

  /** The same for a reader of a source. */
  public static void register(UserCodeClassLoader loader) {
    register(loader::registerReleaseHookIfAbsent);
  }

  private static void register(BiConsumer<String, Runnable> hooks) {
    ClassLoader ours = HadoopRelease.class.getClassLoader();
    if (ours != ClassLoader.getSystemClassLoader() && ours == FileSystem.class.getClassLoader()) {
      hooks.accept(HadoopRelease.class.getName(), HadoopRelease::release);
    }
  }

  static void release() {
    try {
      FileSystem.closeAll();
    } catch (IOException e) {
      LOG.warn("Not all file systems could be closed.", e);
    }
    try {
      removeShutdownHooks();
      stopThread();
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn(
          "Hadoop's hook and thread could not be removed: the job's classes stay in memory. Flink's"
              + " default configuration opens java.lang (env.java.opts.all).",
          e);
    }
    LOG.info("Let go of what Hadoop held of the job.");
  }

  /** The JVM has no list of them for the asking. */
  private static void removeShutdownHooks() throws ReflectiveOperationException {
    Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
    hooks.setAccessible(true);
    Map<?, ?> all = (Map<?, ?>) hooks.get(null);
    if (all == null) {
      return; // the JVM is ending
    }
    List<Thread> ours =
        all.keySet().stream().map(Thread.class::cast).filter(HadoopRelease::isOurs).toList();
    ours.forEach(Runtime.getRuntime()::removeShutdownHook);
  }

  private static boolean isOurs(Thread thread) {
    return thread.getClass().getClassLoader() == HadoopRelease.class.getClassLoader();
  }

  /** Of the counters that each file system has. */
  private static void stopThread() throws ReflectiveOperationException {
    Field cleaner = FileSystem.Statistics.class.getDeclaredField("STATS_DATA_CLEANER");
    cleaner.setAccessible(true);
    ((Thread) cleaner.get(null)).interrupt();
  }
}
