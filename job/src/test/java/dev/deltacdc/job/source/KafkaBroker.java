/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.test.JaasUtils;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

/** A real broker inside this JVM. */
public final class KafkaBroker implements AutoCloseable {

  /** The time of the records sent: 2026-01-01T10:00:00Z. */
  public static final long TIME = 1_767_261_600_000L;

  private final KafkaClusterTestKit kit;
  private final boolean sasl;

  private KafkaBroker(KafkaClusterTestKit kit, boolean sasl) {
    this.kit = kit;
    this.sasl = sasl;
  }

  /** A broker that anyone may use. */
  public static KafkaBroker start() throws Exception {
    return start(false);
  }

  /** One that asks for user and password, as Event Hubs does. */
  static KafkaBroker startWithPasswords() throws Exception {
    return start(true);
  }

  private static KafkaBroker start(boolean sasl) throws Exception {
    TestKitNodes.Builder nodes =
        new TestKitNodes.Builder().setCombined(true).setNumBrokerNodes(1).setNumControllerNodes(1);
    if (sasl) {
      nodes
          .setBrokerSecurityProtocol(SecurityProtocol.SASL_PLAINTEXT)
          .setControllerSecurityProtocol(SecurityProtocol.SASL_PLAINTEXT);
    }
    KafkaClusterTestKit kit =
        new KafkaClusterTestKit.Builder(nodes.build())
            .setConfigProp("offsets.topic.replication.factor", "1")
            .setConfigProp("transaction.state.log.replication.factor", "1")
            .setConfigProp("transaction.state.log.min.isr", "1")
            // The records' times are of some day in the past.
            .setConfigProp("log.retention.ms", "-1")
            .build();
    kit.format();
    kit.startup();
    kit.waitForReadyBrokers();
    return new KafkaBroker(kit, sasl);
  }

  /** The options by which a source connects. */
  public Map<String, String> options() {
    Map<String, String> options = SourceFixture.options("connector", "kafka");
    client().forEach((key, value) -> options.put("properties." + key, value.toString()));
    return options;
  }

  /** The properties by which a client connects. */
  private Properties client() {
    Properties properties = new Properties();
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kit.bootstrapServers());
    if (sasl) {
      properties.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "SASL_PLAINTEXT");
      properties.put(SaslConfigs.SASL_MECHANISM, "PLAIN");
      properties.put(
          SaslConfigs.SASL_JAAS_CONFIG,
          "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
              + JaasUtils.KAFKA_PLAIN_ADMIN
              + "\" password=\""
              + JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD
              + "\";");
    }
    return properties;
  }

  /** Creates a topic. */
  public void topic(String name, int partitions) throws Exception {
    try (Admin admin = Admin.create(client())) {
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(60, TimeUnit.SECONDS);
    }
  }

  /** Gives a topic more partitions. */
  public void partitions(String topic, int number) throws Exception {
    try (Admin admin = Admin.create(client())) {
      admin
          .createPartitions(Map.of(topic, NewPartitions.increaseTo(number)))
          .all()
          .get(60, TimeUnit.SECONDS);
    }
  }

  /** Sends values without keys. */
  public void send(String topic, int partition, String... values) throws Exception {
    for (String value : values) {
      send(record(topic, partition, TIME, null, value));
    }
  }

  /** Sends records; when this returns the broker has them. */
  @SafeVarargs
  final void send(ProducerRecord<byte[], byte[]>... records) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(new Properties())) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        producer.send(record).get(60, TimeUnit.SECONDS);
      }
    }
  }

  /** Sends values in a transaction that is aborted. */
  public void sendInVain(String topic, int partition, String... values) throws Exception {
    Properties more = new Properties();
    more.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic);
    try (KafkaProducer<byte[], byte[]> producer = producer(more)) {
      producer.initTransactions();
      producer.beginTransaction();
      for (String value : values) {
        producer.send(record(topic, partition, TIME, null, value)).get(60, TimeUnit.SECONDS);
      }
      producer.abortTransaction();
    }
  }

  private KafkaProducer<byte[], byte[]> producer(Properties more) {
    Properties properties = client();
    properties.putAll(more);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 8 << 20);
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  static ProducerRecord<byte[], byte[]> record(
      String topic, int partition, long time, @Nullable String key, @Nullable String value) {
    return new ProducerRecord<>(topic, partition, time, bytes(key), bytes(value));
  }

  @Nullable
  private static byte[] bytes(@Nullable String value) {
    return value == null ? null : value.getBytes(UTF_8);
  }

  @Override
  public void close() throws Exception {
    kit.close();
  }
}
