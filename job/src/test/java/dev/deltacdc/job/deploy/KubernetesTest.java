/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.deltacdc.job.cli.Main;
import dev.deltacdc.job.run.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifest follows the operator's CRD and is in step with the rest. */
class KubernetesTest {

  private static final String MANIFEST = "deploy/kubernetes/pipeline.yaml";

  @TempDir Path temp;

  @Test
  void followsTheOperatorsDefinition() throws IOException {
    Path definition =
        DeployFolder.repository()
            .resolveSibling("shared/crds-1.15.0/flinkdeployments.flink.apache.org-v1.yml");
    assumeThat(definition)
        .as("The operator's CRDs are not beside the repository, so the manifest is not checked.")
        .exists();
    JsonNode crd = DeployFolder.yaml(definition).get(0);
    JsonNode deployment = deployment();
    assertThat(deployment.path("kind").asText()).isEqualTo(crd.at("/spec/names/kind").asText());
    assertThat(deployment.path("apiVersion").asText())
        .isEqualTo(crd.at("/spec/group").asText() + "/" + crd.at("/spec/versions/0/name").asText());
    JsonNode schema = crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");

    assertThat(problems(schema, deployment.path("spec"))).isEmpty();

    // That the check can fail:
    ObjectNode wrong = deployment.path("spec").deepCopy();
    wrong.put("flinkVersion", "v9_9").put("unknown", 1);
    assertThat(problems(schema, wrong)).hasSize(2);
  }

  @Test
  void hasTheRecommendedConfiguration() throws IOException {
    Map<String, String> configuration =
        DeployFolder.flat(deployment().at("/spec/flinkConfiguration"));

    assertThat(configuration).containsAllEntriesOf(FlinkConfigurationTest.recommended());
  }

  @Test
  void startsWhatTheImageHolds() throws IOException {
    JsonNode job = deployment().at("/spec/job");
    String jar = job.path("jarURI").asText().replace("local://", "");

    assertThat(DeployFolder.text("deploy/docker/Dockerfile")).contains(" " + jar + "\n");
    assertThat(job.path("entryClass").asText()).isEqualTo(Main.class.getName());
    assertThat(job.path("args").get(0).asText()).isEqualTo("run");
    JsonNode mount = deployment().at("/spec/podTemplate/spec/containers/0/volumeMounts/0");
    assertThat(job.path("args").get(1).asText())
        .isEqualTo(mount.path("mountPath").asText() + "/pipeline.sql");
  }

  @Test
  void itsPipelineIsValid() throws IOException {
    String sql =
        DeployFolder.yaml(MANIFEST)
            .get(0)
            .at("/data/pipeline.sql")
            .asText()
            .replace("/opt/secrets/jaas", temp.resolve("jaas").toString());
    Files.writeString(temp.resolve("jaas"), "secret");
    Path file = Files.writeString(temp.resolve("pipeline.sql"), sql);

    assertThat(PipelineLoader.load(file, Map.of()).diagnostics()).isEmpty();
  }

  private static JsonNode deployment() throws IOException {
    return DeployFolder.yaml(MANIFEST).get(1);
  }

  private static List<String> problems(JsonNode schema, JsonNode document) {
    JsonSchema strict =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
            .getSchema(strict(schema.deepCopy()));
    Set<ValidationMessage> messages = strict.validate(document);
    return messages.stream().map(ValidationMessage::getMessage).toList();
  }

  /**
   * Kubernetes refuses fields that are not declared, unless they are preserved, and has integers
   * that may be strings.
   */
  private static JsonNode strict(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      if (object.path("x-kubernetes-int-or-string").asBoolean()) {
        object.removeAll();
        object.putArray("type").add("integer").add("string");
      } else if (object.path("properties").isObject()
          && !object.path("x-kubernetes-preserve-unknown-fields").asBoolean()
          && !object.has("additionalProperties")) {
        object.put("additionalProperties", false);
      }
    }
    schema.forEach(KubernetesTest::strict);
    return schema;
  }
}
