/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.job.run.PipelineLoader;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A column that a CSV source declares and some of its files are older than. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class AddedCsvColumnITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(1);

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, valor STRING, city STRING, ts TIMESTAMP_LTZ(3)) WITH
        ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'csv', 'csv.header' = 'true');
      CREATE TEMPORARY VIEW changes AS SELECT id, valor, city, ts FROM STREAM(feed);
      CREATE STREAMING TABLE clientes;
      CREATE FLOW f AS AUTO CDC INTO clientes FROM STREAM(changes) KEYS (id) SEQUENCE BY ts;
      """;

  @TempDir Path temp;

  private String pipeline = PIPELINE;

  @BeforeEach
  void feed() throws Exception {
    Files.createDirectories(temp.resolve("feed"));
    write("feed/1.csv", "id,valor,ts\n1,a,2026-01-01T00:00:00Z");
  }

  @Test
  void isNullInTheRowsOfOlderFiles(@InjectMiniCluster MiniCluster cluster) throws Exception {
    write("feed/2.csv", "id,valor,ts,city\n2,b,2026-01-01T00:00:00Z,Porto");
    assertThat(notices()).isEmpty();
    PipelineJob.start(cluster, pipeline(), temp.resolve("lake"), 1, PipelineJob.configuration(temp))
        .awaitEnd();
    assertThat(TableContent.read(temp.resolve("lake/clientes")))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"valor\":\"a\",\"city\":null,\"ts\":\"2026-01-01T00:00:00Z\"}",
            "{\"id\":2,\"valor\":\"b\",\"city\":\"Porto\",\"ts\":\"2026-01-01T00:00:00Z\"}");
  }

  @Test
  void isNamedWhereNoFileHasIt() throws Exception {
    assertThat(notices())
        .containsExactly(
            "source 'feed': no header of its files has the column city, so it is NULL in every"
                + " row. Are the names right?");
  }

  @Test
  void isNoKey() throws Exception {
    write("feed/2.csv", "valor,ts,city\nb,2026-01-01T00:00:00Z,Porto");
    assertThatThrownBy(this::notices)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("feed/2.csv: the header has no column 'id': valor,ts,city");
  }

  /** A file with another name for it would give upserts for deletes. */
  @Test
  void isNoColumnThatTellsDeletesOrTheOrder() throws Exception {
    write("feed/2.csv", "id,valor,operation,at\n1,a,D,2026-01-02T00:00:00Z");
    assertThatThrownBy(this::notices)
        .hasMessageContaining("feed/2.csv: the header has no column 'ts': id,valor,operation,at");
    write("feed/2.csv", "id,valor,operation,ts\n1,a,D,2026-01-02T00:00:00Z");
    pipeline =
        PIPELINE.replace("city", "`Op`").replace("KEYS", "APPLY AS DELETE WHEN `Op` = 'D' KEYS");
    assertThatThrownBy(this::notices)
        .hasMessageContaining("feed/1.csv: the header has no column 'Op': id,valor,ts");
  }

  private List<String> notices() throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(PipelineJob.configuration(temp));
    return PipelineTopology.build(
            env,
            PipelineLoader.load(pipeline(), Map.of()).pipeline().orElseThrow(),
            new TopologyOptions(
                temp, Lake.at(temp.resolve("lake").toString()), StartPoint.NO_STATE))
        .notices();
  }

  private Path pipeline() throws Exception {
    return write("pipeline.sql", pipeline);
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(temp.resolve(name), text);
  }
}
