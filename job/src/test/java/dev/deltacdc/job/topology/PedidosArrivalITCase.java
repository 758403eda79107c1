/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.testdata.PedidosFeed;
import dev.deltacdc.job.testdata.PedidosModel;
import dev.deltacdc.job.testdata.SameRows;
import dev.deltacdc.job.testdata.TestdataFolder;
import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gold of {@code testdata/pedidos} is the same in whatever order both feeds arrive. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class PedidosArrivalITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void shuffledFeedsAndALostTaskManagerGiveTheSameGold(
      long seed, @InjectMiniCluster MiniCluster cluster) throws Exception {
    PedidosFeed feed = PedidosFeed.generate();
    for (Map.Entry<String, byte[]> file : feed.shuffled(seed).entrySet()) {
      Path path = temp.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    Path lake = temp.resolve("lake");
    PipelineJob job =
        PipelineJob.start(cluster, slowPipeline(), lake, 2, PipelineJob.restarting(temp));
    job.awaitRead(Step.source("clientes_feed"), 120);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();

    PedidosModel model = new PedidosModel(feed);
    SameRows.assertSame(
        TableContent.read(lake.resolve("gold_pedidos_atual")), model.goldNow(), "now");
    SameRows.assertSame(
        TableContent.read(lake.resolve("gold_pedidos_na_data")), model.goldThen(), "then");
    SameRows.assertSame(
        TableContent.read(lake.resolve("gold_vendas_por_segmento")), model.sales(), "sales");
  }

  private Path slowPipeline() throws IOException {
    String pipeline = Files.readString(TestdataFolder.of("pedidos").resolve("pipeline.sql"));
    return Files.writeString(
        temp.resolve("pipeline.sql"),
        pipeline.replace(
            "'format' = 'json')", "'format' = 'json', 'scan.max-events-per-second' = '60')"));
  }
}
