/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop adds a shutdown hook to the JVM. Flink's client closes the job's class loader before hooks
 * run, and this one, which looks for classes and files in it, would end the command with a stack
 * trace.
 */
final class HadoopShutdown {

  private static final Logger LOG = LoggerFactory.getLogger(HadoopShutdown.class);

  private HadoopShutdown() {}

  /**
   * Loads what the hook needs, and keeps its thread away from the job's class loader. To be called
   * before anything else of Hadoop.
   */
  static void prepare() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
      ShutdownHookManager.get(); // makes the thread, which inherits the class loader
    } finally {
      thread.setContextClassLoader(before);
    }
    for (String nested : new String[] {"$1", "$2", "$HookEntry"}) {
      String name = ShutdownHookManager.class.getName() + nested;
      try {
        Class.forName(name, true, ShutdownHookManager.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        LOG.debug("There is no {}.", name, e);
      }
    }
  }

  /** Leaves the hook nothing to do: what we open we close. */
  static void clear() {
    ShutdownHookManager.get().clearShutdownHooks();
  }
}
