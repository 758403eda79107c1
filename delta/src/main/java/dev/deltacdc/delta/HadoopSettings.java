/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.TemporaryClassLoaderContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Hadoop's configuration for a table's file system, found as Flink finds its own: {@code
 * core-site.xml} on the class path, the files in the folder that {@code HADOOP_CONF_DIR} names,
 * then the settings that are given. (Flink's loader is not used: on a cluster it lies in front of
 * the job's class loader, which alone has Hadoop.)
 */
public final class HadoopSettings {

  private static final String FOLDER = "HADOOP_CONF_DIR";
  private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

  private HadoopSettings() {}

  /** Read once: it takes longer than reading a small table. */
  private static final class OfProcess {
    private static final Configuration CONFIGURATION = read(System.getenv());
  }

  /**
   * The configuration of this process, as its files were when it was first asked for.
   *
   * @param settings stronger than all files
   */
  public static Configuration load(Map<String, String> settings) {
    return with(settings, new Configuration(OfProcess.CONFIGURATION));
  }

  static Configuration load(Map<String, String> environment, Map<String, String> settings) {
    return with(settings, read(environment));
  }

  private static Configuration with(Map<String, String> settings, Configuration hadoop) {
    settings.forEach(hadoop::set);
    return hadoop;
  }

  /**
   * Hadoop looks for its file systems once, with the class loader of the thread that asks first: in
   * Flink's SQL client that is not always the one that has them.
   */
  private static void findFileSystems(Configuration hadoop) {
    try (TemporaryClassLoaderContext ours =
        TemporaryClassLoaderContext.of(HadoopSettings.class.getClassLoader())) {
      FileSystem.getFileSystemClass("file", hadoop);
    } catch (IOException e) {
      throw new IllegalStateException("Hadoop's file systems are not on the class path.", e);
    }
  }

  private static Configuration read(Map<String, String> environment) {
    // With the defaults of core-default.xml: without them the commit of a log entry fails under a
    // misleading message.
    Configuration hadoop = new Configuration();
    hadoop.setClassLoader(HadoopSettings.class.getClassLoader());
    String folder = environment.get(FOLDER);
    if (folder != null) {
      FILES.stream()
          .map(name -> new File(folder, name))
          .filter(File::isFile)
          .forEach(file -> hadoop.addResource(new Path(file.toURI())));
    }
    hadoop.size(); // reads the files: copies then have what they say
    findFileSystems(hadoop);
    return hadoop;
  }
}
