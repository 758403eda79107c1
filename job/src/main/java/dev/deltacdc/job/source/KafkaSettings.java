/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.PROPS_BOOTSTRAP_SERVERS;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.SCAN_BOUNDED_MODE;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.SCAN_BOUNDED_SPECIFIC_OFFSETS;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.SCAN_BOUNDED_TIMESTAMP_MILLIS;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.SCAN_STARTUP_MODE;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.SCAN_STARTUP_SPECIFIC_OFFSETS;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.SCAN_STARTUP_TIMESTAMP_MILLIS;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.SCAN_TOPIC_PARTITION_DISCOVERY;
import static org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.TOPIC_PATTERN;

import dev.deltacdc.job.pipeline.Rule;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.ScanBoundedMode;
import org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.ScanStartupMode;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * The options of a Kafka source, named as in Flink's SQL connector and with its meaning, but for
 * the start: without {@code scan.startup.mode} it is the beginning, also where there is a {@code
 * properties.group.id}. Offsets count only where there is no state, and then the order of the
 * events read so far is not known either: going on from the group's offsets, late events would win,
 * deleted rows come back and snapshots lack every row without a new event. Who asks for the group's
 * offsets gets, for a partition without one, the beginning (Flink's connector fails there).
 *
 * @param topics the topics; empty if there is a pattern
 * @param pattern what the topics' names match
 * @param properties of the Kafka client; may be secret
 * @param start where each partition starts
 * @param stop where each partition ends; {@code null}: never
 * @param discovery how often to look for new partitions
 */
record KafkaSettings(
    List<String> topics,
    @Nullable Pattern pattern,
    Map<String, String> properties,
    OffsetsInitializer start,
    @Nullable OffsetsInitializer stop,
    Duration discovery) {

  private static final String PROPERTIES = "properties.";
  private static final String AUTO_OFFSET_RESET = "auto.offset.reset";
  private static final Pattern OFFSET =
      Pattern.compile("\\s*partition\\s*:\\s*(\\d{1,9})\\s*,\\s*offset\\s*:\\s*(\\d{1,18})\\s*");

  /** Flink's option, read as the text it is: its topics are separated by semicolons. */
  private static final ConfigOption<String> TOPIC =
      ConfigOptions.key("topic").stringType().noDefaultValue();

  @Override
  public String toString() {
    return "KafkaSettings[" + topics + "]";
  }

  static KafkaSettings read(OptionReader options) {
    options.require(PROPS_BOOTSTRAP_SERVERS);
    Map<String, String> properties = options.prefixed(PROPERTIES);
    List<String> topics =
        options.read(TOPIC).stream()
            .flatMap(topic -> Arrays.stream(topic.split(";", -1)))
            .map(String::strip)
            .filter(topic -> !topic.isEmpty())
            .toList();
    Pattern pattern = options.read(TOPIC_PATTERN).map(p -> pattern(p, options)).orElse(null);
    if (options.has(TOPIC) == options.has(TOPIC_PATTERN)
        || (options.has(TOPIC) && topics.isEmpty())) {
      options.problem(Rule.MISSING_OPTION, "one of 'topic' and 'topic-pattern' is needed");
    }
    Duration discovery =
        options.read(SCAN_TOPIC_PARTITION_DISCOVERY, Duration.class).orElse(Duration.ZERO);
    return new KafkaSettings(
        topics,
        pattern,
        properties,
        start(options, topics, properties),
        stop(options, topics),
        discovery);
  }

  /** For runs that end: partitions are looked for once, and start where it is known now. */
  KafkaSettings untilNow() {
    Map<String, String> once = new HashMap<>(properties);
    once.put(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), "-1");
    return new KafkaSettings(topics, pattern, once, new KnownOffsets(start), null, discovery);
  }

  /**
   * The start mode by which a source without state leaves events out, as written; empty when it
   * begins with the first event that the topic has.
   */
  static Optional<String> laterStart(Map<String, String> options) {
    return Optional.ofNullable(options.get(SCAN_STARTUP_MODE.key()))
        .filter(mode -> !mode.equalsIgnoreCase(ScanStartupMode.EARLIEST_OFFSET.toString()));
  }

  private static OffsetsInitializer start(
      OptionReader options, List<String> topics, Map<String, String> properties) {
    boolean hasGroup = properties.containsKey("group.id");
    ScanStartupMode mode =
        options
            .readOnly(SCAN_STARTUP_MODE, ScanStartupMode.class)
            .orElse(ScanStartupMode.EARLIEST_OFFSET);
    Optional<Long> timestamp = options.read(SCAN_STARTUP_TIMESTAMP_MILLIS, Long.class);
    Optional<String> offsets = options.read(SCAN_STARTUP_SPECIFIC_OFFSETS);
    return switch (mode) {
      case EARLIEST_OFFSET -> OffsetsInitializer.earliest();
      case LATEST_OFFSET -> OffsetsInitializer.latest();
      case GROUP_OFFSETS -> {
        if (!hasGroup) {
          options.problem(
              Rule.MISSING_OPTION,
              "'scan.startup.mode' = 'group-offsets' needs 'properties.group.id'");
        }
        yield OffsetsInitializer.committedOffsets(
            reset(properties.getOrDefault(AUTO_OFFSET_RESET, "earliest"), options));
      }
      case TIMESTAMP -> timestamp(timestamp, SCAN_STARTUP_TIMESTAMP_MILLIS, options);
      case SPECIFIC_OFFSETS -> offsets(offsets, SCAN_STARTUP_SPECIFIC_OFFSETS, topics, options);
    };
  }

  @Nullable
  private static OffsetsInitializer stop(OptionReader options, List<String> topics) {
    ScanBoundedMode mode = options.read(SCAN_BOUNDED_MODE, ScanBoundedMode.class).orElseThrow();
    Optional<Long> timestamp = options.read(SCAN_BOUNDED_TIMESTAMP_MILLIS, Long.class);
    Optional<String> offsets = options.read(SCAN_BOUNDED_SPECIFIC_OFFSETS);
    return switch (mode) {
      case UNBOUNDED -> null;
      case LATEST_OFFSET -> OffsetsInitializer.latest();
      case GROUP_OFFSETS -> OffsetsInitializer.committedOffsets();
      case TIMESTAMP -> timestamp(timestamp, SCAN_BOUNDED_TIMESTAMP_MILLIS, options);
      case SPECIFIC_OFFSETS -> offsets(offsets, SCAN_BOUNDED_SPECIFIC_OFFSETS, topics, options);
    };
  }

  private static OffsetsInitializer timestamp(
      Optional<Long> millis, ConfigOption<Long> option, OptionReader options) {
    if (millis.isEmpty() && !options.has(option)) {
      options.problem(Rule.MISSING_OPTION, "'" + option.key() + "' is missing");
    }
    return OffsetsInitializer.timestamp(millis.orElse(0L));
  }

  private static OffsetsInitializer offsets(
      Optional<String> text,
      ConfigOption<String> option,
      List<String> topics,
      OptionReader options) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    if (text.isEmpty()) {
      options.problem(Rule.MISSING_OPTION, "'" + option.key() + "' is missing");
    } else if (topics.size() != 1) {
      options.problem(Rule.CONFLICTING_OPTIONS, "'" + option.key() + "' needs exactly one topic");
    } else {
      for (String part : text.get().split(";", -1)) {
        Matcher matcher = OFFSET.matcher(part);
        if (matcher.matches()) {
          offsets.put(
              new TopicPartition(topics.get(0), Integer.parseInt(matcher.group(1))),
              Long.parseLong(matcher.group(2)));
        } else if (!part.isBlank()) {
          options.problem(
              Rule.INVALID_OPTION,
              "'" + option.key() + "' is not like 'partition:0,offset:42;partition:1,offset:300'");
        }
      }
    }
    return OffsetsInitializer.offsets(offsets);
  }

  @SuppressWarnings("deprecation") // the connector asks for this type
  private static OffsetResetStrategy reset(String name, OptionReader options) {
    try {
      return OffsetResetStrategy.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      options.problem(
          Rule.INVALID_OPTION,
          "'properties.auto.offset.reset' is not one of earliest, latest, none");
      return OffsetResetStrategy.EARLIEST;
    }
  }

  @Nullable
  private static Pattern pattern(String regex, OptionReader options) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      options.problem(
          Rule.INVALID_OPTION, "'topic-pattern' is no regular expression: " + e.getDescription());
      return null;
    }
  }
}
