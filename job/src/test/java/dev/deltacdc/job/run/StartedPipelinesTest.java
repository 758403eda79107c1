/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.job.topology.Lake;
import dev.deltacdc.job.topology.PipelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lake remembers of a pipeline's last start. */
class StartedPipelinesTest {

  private static final StartedPipelines.Start START =
      new StartedPipelines.Start(
          Map.of("table/latest", 1, "flow/apply", 0), new TreeSet<>(Set.of("latest")));
  private static final StartedPipelines.Start NEXT =
      new StartedPipelines.Start(Map.of("table/latest", 2), new TreeSet<>());

  @TempDir Path temp;

  private StartedPipelines of(String pipeline) {
    return new StartedPipelines(Lake.at(temp.resolve("lake").toString()), pipeline);
  }

  private Path file() {
    return temp.resolve("lake/_deltacdc/clientes.json");
  }

  @Test
  void nothingIsKnownOfAPipelineThatNeverStarted() throws IOException {
    assertThat(of("clientes").last()).isEmpty();
    assertThat(temp.resolve("lake")).doesNotExist();
  }

  @Test
  void theLastStartIsRemembered() throws IOException {
    of("clientes").record(START);
    assertThat(of("clientes").last()).contains(START);
    of("clientes").record(NEXT);
    assertThat(of("clientes").last()).contains(NEXT);
  }

  /** As releases write it: a later one must find what this one remembered. */
  @Test
  void theFileIsPlain() throws IOException {
    of("clientes").record(START);
    assertThat(file())
        .content()
        .isEqualTo(
            "{\"generations\":{\"flow/apply\":0,\"table/latest\":1},\"refreshed\":[\"latest\"]}");
  }

  /** Starts that change nothing don't need write access, nor a moment without the file. */
  @Test
  void theSameStartIsNotWrittenAgain() throws IOException {
    of("clientes").record(START);
    FileTime old = FileTime.fromMillis(0);
    Files.setLastModifiedTime(file(), old);
    of("clientes").record(START);
    assertThat(Files.getLastModifiedTime(file())).isEqualTo(old);
    of("clientes").record(NEXT);
    assertThat(Files.getLastModifiedTime(file())).isNotEqualTo(old);
  }

  @Test
  void pipelinesOfOneLakeDoNotMeet() throws IOException {
    List<String> names =
        List.of("a", "A b", "A_b", "A.b", "A/b", "..", "../a", "é", "è", "a%2Fb", "a\\b", "a:b");
    Set<String> kept = new HashSet<>();
    for (String name : names) {
      assertThat(of(name).last()).as(name).isEmpty();
      of(name).record(new StartedPipelines.Start(Map.of(name, 0), new TreeSet<>()));
    }
    for (String name : names) {
      assertThat(of(name).last().orElseThrow().generations()).as(name).containsOnlyKeys(name);
    }
    try (Stream<Path> files = Files.list(temp.resolve("lake/_deltacdc"))) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> !file.startsWith(".")) // Hadoop's checksums
          .forEach(kept::add);
    }
    assertThat(kept).hasSize(names.size()).contains("a.json").allMatch(n -> n.endsWith(".json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"generations\":{\"table/la", "[]", "{\"generations\":3}"})
  void aDamagedFileStopsTheStart(String content) throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), content);
    assertThatThrownBy(() -> of("clientes").last())
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("_deltacdc/clientes.json")
        .hasMessageContaining("Remove it");
  }
}
