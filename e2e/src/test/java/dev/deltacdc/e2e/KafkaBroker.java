/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker as a process of its own. */
final class KafkaBroker implements AutoCloseable {

  private final Command kafka;
  private final String address;

  KafkaBroker(Path home) throws IOException, InterruptedException {
    kafka = new Command("kafka", home);
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = 20_000 + socket.getLocalPort() % 10_000;
    }
    String printed = kafka.run("start", "--port", String.valueOf(port));
    Matcher matcher = Pattern.compile("Broker: (\\S+)").matcher(printed);
    if (!matcher.find()) {
      throw new IllegalStateException(printed);
    }
    address = matcher.group(1);
  }

  String address() {
    return address;
  }

  void createTopic(String topic, int partitions) throws IOException, InterruptedException {
    kafka.run("topics", "--create", "--topic", topic, "--partitions", String.valueOf(partitions));
  }

  void killAndRestart() throws Exception {
    kafka.kill("pid");
    kafka.run("start");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    kafka.run("stop");
  }
}
