/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.deltacdc.delta.HadoopSettings;
import dev.deltacdc.job.record.FileName;
import dev.deltacdc.job.topology.Lake;
import dev.deltacdc.job.topology.PipelineException;
import dev.deltacdc.job.topology.StartRule;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What the last start of a pipeline on a cluster used, kept in the lake's folder {@code _deltacdc}.
 * A cluster that recovers a job by itself starts the pipeline again without telling from which
 * checkpoint: which flows and tables were there is then known from here alone.
 */
final class StartedPipelines {

  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final Configuration hadoop;

  StartedPipelines(Lake lake, String pipeline) {
    file = new Path(lake.uri() + "/_deltacdc/" + FileName.of(pipeline) + ".json");
    hadoop = HadoopSettings.load(lake.hadoop());
  }

  /**
   * A start.
   *
   * @param generations of all flows and tables
   * @param refreshed the names of the tables that were filled anew
   */
  record Start(Map<String, Integer> generations, TreeSet<String> refreshed) {
    Start {
      generations = new TreeMap<>(generations);
    }
  }

  /**
   * The last start, if there was one.
   *
   * @throws PipelineException if the file is damaged, as by a start that was killed writing it
   */
  Optional<Start> last() throws IOException {
    FileSystem files = file.getFileSystem(hadoop);
    try (InputStream in = files.open(file)) {
      return Optional.of(JSON.readValue(in, Start.class));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new PipelineException(
          List.of(
              StartRule.LAST_START_UNREADABLE.broken(
                  file
                      + ", which says what the last start of the pipeline used, cannot be read: "
                      + e.getOriginalMessage()
                      + ". Nothing was written. Remove it if the command names a savepoint to start"
                      + " from, or if the pipeline has no state.")));
    }
  }

  void record(Start start) throws IOException {
    if (last().filter(start::equals).isEmpty()) {
      FileSystem files = file.getFileSystem(hadoop);
      try (OutputStream out = files.create(file, /* overwrite= */ true)) {
        JSON.writeValue(out, start);
      }
    }
  }
}
