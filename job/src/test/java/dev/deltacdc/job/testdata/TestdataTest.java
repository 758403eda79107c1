/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The committed files are those that the generators make. After a change of a generator, write them
 * with {@code mvn -pl job -am -Dtest=TestdataTest -Ddeltacdc.testdata.write=true test}.
 */
class TestdataTest {
  private static final boolean WRITE = Boolean.getBoolean("deltacdc.testdata.write");

  private final ClientesFeed clientes = ClientesFeed.generate();
  private final ProdutosFeed produtos = ProdutosFeed.generate();

  @Test
  void theFilesOfClientesAreTheGeneratedOnes() throws IOException {
    Map<String, byte[]> files = new HashMap<>(clientes.files());
    files.putAll(Expected.clientes(clientes));
    check("clientes", files);
  }

  @Test
  void theFilesOfProdutosAreTheGeneratedOnes() throws IOException {
    Map<String, byte[]> files = new HashMap<>(produtos.files());
    files.putAll(Expected.produtos(produtos));
    check("produtos", files);
  }

  @Test
  void theFilesOfPedidosAreTheGeneratedOnes() throws IOException {
    PedidosFeed pedidos = PedidosFeed.generate();
    Map<String, byte[]> files = new HashMap<>(pedidos.files());
    files.putAll(Expected.pedidos(pedidos));
    check("pedidos", files);
  }

  @Test
  void theFeedOfClientesHasTheEffectiveContentItClaims() {
    Map<Integer, Cliente> before =
        clientes.initial().stream().collect(Collectors.toMap(Cliente::id, row -> row));
    Map<Integer, Cliente> after =
        new ClientesModel(clientes)
            .current().stream().collect(Collectors.toMap(Cliente::id, row -> row));

    assertThat(after).hasSize(10_090);
    assertThat(after.keySet()).filteredOn(id -> !before.containsKey(id)).hasSize(120);
    assertThat(before.keySet()).filteredOn(id -> !after.containsKey(id)).hasSize(30);
    assertThat(before.values())
        .filteredOn(row -> after.containsKey(row.id()) && !row.equals(after.get(row.id())))
        .hasSize(350);
  }

  @Test
  void theFeedOfClientesIsDirty() {
    List<ClienteEvent> events = clientes.events();
    Map<Integer, List<ClienteEvent>> perId =
        events.stream().collect(Collectors.groupingBy(ClienteEvent::id));

    assertThat(perId.values()).filteredOn(list -> list.size() > 1).hasSizeGreaterThan(200);
    assertThat(events.size() - Set.copyOf(events).size()).as("duplicates").isEqualTo(60);
    assertThat(perId.values())
        .as("out of order")
        .filteredOn(TestdataTest::outOfOrder)
        .hasSizeGreaterThan(50);
    assertThat(clientes.rejected())
        .extracting(Rejected::reason)
        .contains("unparsable", "misfit", "null-key", "null-sequence", "expectation:known_op");
    assertThat(clientes.feedLines()).isEqualTo(events.size() + clientes.rejected().size());
  }

  private static boolean outOfOrder(List<ClienteEvent> events) {
    return IntStream.range(1, events.size())
        .anyMatch(i -> events.get(i).time().isBefore(events.get(i - 1).time()));
  }

  private static void check(String name, Map<String, byte[]> generated) throws IOException {
    Path folder = TestdataFolder.of(name);
    for (Map.Entry<String, byte[]> file : generated.entrySet()) {
      Path path = folder.resolve(file.getKey());
      if (WRITE) {
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
      }
      assertThat(path).hasBinaryContent(file.getValue());
    }
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all.filter(Files::isRegularFile).map(path -> folder.relativize(path).toString()))
          .as("no file that nobody makes")
          .filteredOn(path -> !path.equals("pipeline.sql") && !path.equals("README.md"))
          .containsExactlyInAnyOrderElementsOf(generated.keySet());
    }
  }
}
