/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The connector's jar is all that a Flink needs: in a JVM that has Flink, the jar and SQL. */
@Timeout(180)
class ConnectorJarITCase {

  @TempDir Path directory;

  @Test
  void aTableIsWrittenAndReadWithTheJarAlone() throws Exception {
    String output =
        run(
            "CREATE TABLE names (id INT, name STRING) WITH ('connector' = 'delta', 'table-path' = '"
                + directory.resolve("table")
                + "')",
            "INSERT INTO names VALUES (2, 'Rui'), (1, 'Ana')",
            "SELECT * FROM names WHERE id < 5");

    assertThat(output.lines().filter(line -> line.startsWith("row +I")))
        .as(output)
        .containsExactly("row +I[1, Ana]", "row +I[2, Rui]");
  }

  private static String run(String... statements) throws Exception {
    Path testClasses =
        Path.of(SqlStatements.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-cp",
            String.join(
                File.pathSeparator,
                System.getProperty("connector.flink-lib") + "/*",
                System.getProperty("connector.jar"),
                testClasses.toString()),
            SqlStatements.class.getName()));
    command.addAll(List.of(statements));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
