/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.topology.PipelineException;
import dev.deltacdc.job.topology.StartPoint;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From where a job on a cluster starts, by what savepoint, record and options say. */
class ClusterStartTest {

  private static final TableName LATEST = TableName.of("Latest");
  private static final Map<String, Integer> RECORDED =
      Map.of("table/latest", 1, "flow/apply", 1, "table/facts", 0);
  private static final Optional<StartedPipelines.Start> LAST =
      Optional.of(new StartedPipelines.Start(RECORDED, new TreeSet<>()));
  private static final Optional<StartedPipelines.Start> LAST_REFRESHED =
      Optional.of(new StartedPipelines.Start(RECORDED, new TreeSet<>(Set.of("latest"))));

  @TempDir Path temp;

  private static Configuration session() {
    return new Configuration().set(DeploymentOptions.TARGET, "remote");
  }

  private static Configuration application() {
    return new Configuration().set(DeploymentOptions.TARGET, "embedded");
  }

  @Test
  void aFirstStartKnowsNothingForSure() throws IOException {
    for (Configuration cluster : List.of(session(), application(), new Configuration())) {
      assertThat(ClusterStart.of(cluster, Optional.empty(), Set.of()))
          .isEqualTo(new StartPoint(Map.of(), Set.of(), Set.of(), Set.of(), false));
    }
  }

  /** The cluster may recover by itself, from a checkpoint that it doesn't tell. */
  @Test
  void withoutSavepointTheLastStartTellsWhatWasThere() throws IOException {
    for (Configuration cluster : List.of(session(), application())) {
      assertThat(ClusterStart.of(cluster, LAST, Set.of()))
          .isEqualTo(new StartPoint(RECORDED, Set.of(), Set.of(), Set.of(), false));
    }
  }

  @Test
  void aSavepointTellsMoreThanTheRecord() throws IOException {
    Configuration cluster = session().set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint());
    StartPoint expected =
        new StartPoint(
            Map.of("table/latest", 4, "flow/apply", 0),
            Set.of("table/latest/@4/order"),
            Set.of(),
            Set.of(),
            false);
    assertThat(ClusterStart.of(cluster, LAST, Set.of())).isEqualTo(expected);
    assertThat(ClusterStart.of(cluster, Optional.empty(), Set.of())).isEqualTo(expected);
    cluster.set(DeploymentOptions.TARGET, "embedded");
    assertThat(ClusterStart.of(cluster, LAST, Set.of())).isEqualTo(expected);
  }

  @Test
  void everySubmissionWithTheOptionRefreshesOnASessionCluster() throws IOException {
    assertThat(ClusterStart.of(session(), LAST_REFRESHED, Set.of(LATEST)))
        .isEqualTo(new StartPoint(RECORDED, Set.of(), Set.of(LATEST), Set.of(), false));
  }

  /** The JobManager that starts anew has the options, and the savepoint, of its first start. */
  @Test
  void anApplicationRefreshesOnce() throws IOException {
    Configuration cluster = application();
    StartPoint first = ClusterStart.of(cluster, LAST, Set.of(LATEST));
    assertThat(first.begun()).isEmpty();

    StartPoint goesOn = new StartPoint(RECORDED, Set.of(), Set.of(LATEST), Set.of(LATEST), false);
    assertThat(ClusterStart.of(cluster, LAST_REFRESHED, Set.of(LATEST))).isEqualTo(goesOn);
    // What it began is not in the savepoint of before.
    cluster.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint());
    assertThat(ClusterStart.of(cluster, LAST_REFRESHED, Set.of(LATEST))).isEqualTo(goesOn);

    Set<TableName> other = Set.of(TableName.of("facts"));
    assertThat(ClusterStart.of(application(), LAST_REFRESHED, other).begun()).isEmpty();
  }

  @Test
  void aSavepointThatIsGoneIsMissedByASubmission() {
    Configuration cluster = session().set(StateRecoveryOptions.SAVEPOINT_PATH, gone());
    assertThatThrownBy(() -> ClusterStart.of(cluster, LAST, Set.of()))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Cannot read the savepoint " + gone());
    cluster.set(DeploymentOptions.TARGET, "embedded");
    assertThatThrownBy(() -> ClusterStart.of(cluster, Optional.empty(), Set.of()))
        .as("the first start of an application")
        .isInstanceOf(PipelineException.class);
  }

  /** It has checkpoints of its own by then, and savepoints are removed. */
  @Test
  void aSavepointThatIsGoneIsNotMissedByAnApplicationThatStartsAgain() throws IOException {
    Configuration cluster = application().set(StateRecoveryOptions.SAVEPOINT_PATH, gone());
    assertThat(ClusterStart.of(cluster, LAST, Set.of()))
        .isEqualTo(new StartPoint(RECORDED, Set.of(), Set.of(), Set.of(), false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no savepoint"})
  void aFileThatIsNoSavepointIsAnError(String content) throws IOException {
    Path file = Files.writeString(temp.resolve("_metadata"), content);
    Configuration cluster =
        session().set(StateRecoveryOptions.SAVEPOINT_PATH, file.toUri().toString());
    assertThatThrownBy(() -> ClusterStart.of(cluster, LAST, Set.of()))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Cannot read the savepoint " + file.toUri());
  }

  @Test
  void whatIsRecordedNamesTablesAsTheyCompare() {
    assertThat(ClusterStart.toRecord(RECORDED, Set.of(LATEST))).isEqualTo(LAST_REFRESHED.get());
  }

  private String gone() {
    return temp.resolve("gone").toUri().toString();
  }

  /** Of a table in its fourth generation, whose order alone has state, and its flow. */
  private String savepoint() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("savepoint"));
    OperatorState order = operator("table/latest/@4/order");
    order.putState(
        0,
        OperatorSubtaskState.builder()
            .setManagedOperatorState(
                new OperatorStreamStateHandle(
                    Map.of(),
                    new ByteStreamStateHandle("x", "state".getBytes(StandardCharsets.UTF_8))))
            .build());
    Collection<OperatorState> operators =
        Stream.concat(
                Stream.of(order),
                Stream.of("flow/apply/events", "table/latest/@4/sink", "source/feed/read")
                    .map(ClusterStartTest::operator))
            .toList();
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(folder.resolve("_metadata")))) {
      Checkpoints.storeCheckpointMetadata(new CheckpointMetadata(7, operators, List.of()), out);
    }
    return folder.toUri().toString();
  }

  private static OperatorState operator(String uid) {
    OperatorID id = new OperatorID(uid.hashCode(), uid.length());
    return new OperatorState("name", uid, id, 1, 128);
  }
}
