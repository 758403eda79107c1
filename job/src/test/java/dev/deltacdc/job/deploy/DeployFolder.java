/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of {@code deploy/} and what they must be in step with. */
final class DeployFolder {

  private static final YAMLMapper YAML = new YAMLMapper();

  private DeployFolder() {}

  static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve("deploy")) ? here : here.getParent();
  }

  static String text(String file) throws IOException {
    return Files.readString(repository().resolve(file));
  }

  /** The documents of a YAML file. */
  static List<JsonNode> yaml(String file) throws IOException {
    return yaml(repository().resolve(file));
  }

  static List<JsonNode> yaml(Path file) throws IOException {
    try (MappingIterator<JsonNode> documents =
        YAML.readerFor(JsonNode.class).readValues(file.toFile())) {
      return documents.readAll();
    }
  }

  /** The keys and values of a document that is a flat map. */
  static Map<String, String> flat(JsonNode map) {
    Map<String, String> values = new TreeMap<>();
    map.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue().asText()));
    return values;
  }

  /** A property of the root pom. */
  static String version(String property) throws IOException {
    Matcher matcher =
        Pattern.compile("<" + Pattern.quote(property) + ">(.*?)</").matcher(text("pom.xml"));
    if (!matcher.find()) {
      throw new IllegalStateException("pom.xml has no property " + property);
    }
    return matcher.group(1);
  }
}
