/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.SettingSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** Reads SET statements and the command line's settings, and checks them. */
final class SettingsReader {

  private static final String SINK = "sink.";

  private final Diagnostics diagnostics;
  private final Map<String, String> values = new TreeMap<>();
  private final Map<String, Position> positions = new HashMap<>();

  SettingsReader(Pipeline pipeline, Map<String, String> overrides) {
    diagnostics = new Diagnostics(pipeline.file());
    for (SettingSpec setting : pipeline.settings()) {
      String key = setting.key().text();
      if (values.put(key, setting.value().text()) != null) {
        diagnostics.error(SettingErrors.twice(setting.key().position(), key));
      }
      positions.put(key, setting.key().position());
    }
    for (Map.Entry<String, String> override : overrides.entrySet()) {
      values.put(override.getKey(), override.getValue());
      positions.put(override.getKey(), Position.COMMAND_LINE);
    }
  }

  Settings read(String defaultName) {
    Map<String, String> sink = new TreeMap<>();
    Map<String, String> flink = new TreeMap<>();
    values.forEach((key, value) -> sort(key, value, sink, flink));
    String name = value(SettingOptions.PIPELINE_NAME).orElse(defaultName);
    return new Settings(
        name,
        value(SettingOptions.TIME_ZONE).map(this::zone).orElse(ZoneId.of("UTC")),
        value(SettingOptions.ON_INVALID).map(this::failOnInvalid).orElse(false),
        value(SettingOptions.QUARANTINE_TABLE)
            .map(this::tableName)
            .orElseGet(() -> TableName.of(folder(name) + "_quarantine")),
        duration(SettingOptions.TOMBSTONE_RETENTION, Duration.ZERO)
            .orElse(SettingOptions.TOMBSTONE_RETENTION.defaultValue()),
        duration(SettingOptions.HISTORY_LATE_WINDOW, Duration.ZERO)
            .orElse(SettingOptions.HISTORY_LATE_WINDOW.defaultValue()),
        duration(SettingOptions.SNAPSHOT_MAX_AHEAD, Duration.ZERO)
            .orElse(SettingOptions.SNAPSHOT_MAX_AHEAD.defaultValue()),
        duration(SettingOptions.SNAPSHOT_REFRESH, Duration.ofMillis(1)).orElse(null),
        duration(SettingOptions.SNAPSHOT_QUIET_DELAY, Duration.ZERO)
            .orElse(SettingOptions.SNAPSHOT_QUIET_DELAY.defaultValue()),
        duration(SettingOptions.SNAPSHOT_IDLE_TIMEOUT, Duration.ZERO)
            .orElse(SettingOptions.SNAPSHOT_IDLE_TIMEOUT.defaultValue()),
        value(SettingOptions.WITHOUT_STATE).orElse(SettingOptions.WITHOUT_STATE.defaultValue()),
        recordedRuns(),
        sink,
        flink,
        diagnostics.all());
  }

  private void sort(String key, String value, Map<String, String> sink, Map<String, String> flink) {
    if (named(SettingOptions.all(), key).isPresent()) {
      return;
    }
    if (key.startsWith(SINK)) {
      if (check(
              named(DeltaSinkOptions.ALL, key),
              key,
              DeltaSinkOptions.ALL.stream().map(ConfigOption::key).toList())
          && inSinksRange(key, value)) {
        sink.put(key, value);
      }
    } else {
      List<String> known = new ArrayList<>(FlinkOptions.keys());
      SettingOptions.all().forEach(option -> known.add(option.key()));
      if (FlinkOptions.isPrefixed(key)
          || (check(FlinkOptions.option(key), key, known) && isAccepted(key, value))) {
        flink.put(key, value);
      }
    }
  }

  private static Optional<ConfigOption<?>> named(List<ConfigOption<?>> options, String key) {
    return options.stream().filter(option -> option.key().equals(key)).findFirst();
  }

  /** Whether the option is there and its value can be read; if not, that is an error. */
  private boolean check(Optional<ConfigOption<?>> option, String key, Collection<String> known) {
    if (option.isEmpty()) {
      diagnostics.error(SettingErrors.unknown(at(key), key, known));
      return false;
    }
    return value(key, option.get()).isPresent();
  }

  private <T> Optional<T> value(ConfigOption<T> option) {
    return value(option.key(), option);
  }

  /** The value of a key, which may be an older name of the option. */
  private <T> Optional<T> value(String key, ConfigOption<T> option) {
    String text = values.get(key);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Configuration.fromMap(Map.of(key, text)).get(option));
    } catch (IllegalArgumentException | ArithmeticException e) {
      diagnostics.error(SettingErrors.malformed(at(key), key, text, wanted(option, e)));
      return Optional.empty();
    }
  }

  private static String wanted(ConfigOption<?> option, Throwable failure) {
    return ValueKind.of(option)
        .map(kind -> "It is " + kind + ".")
        .orElseGet(
            () -> {
              Throwable deepest = failure;
              while (deepest.getCause() != null) {
                deepest = deepest.getCause();
              }
              return String.valueOf(deepest.getMessage());
            });
  }

  private boolean isAccepted(String key, String value) {
    Optional<String> refusal = FlinkOptions.refusal(key, value);
    refusal.ifPresent(why -> diagnostics.error(SettingErrors.refused(at(key), key, value, why)));
    return refusal.isEmpty();
  }

  /** What the sink's own check says, at the setting's place. */
  private boolean inSinksRange(String key, String value) {
    try {
      DeltaSinkOptions.from(Configuration.fromMap(Map.of(key, value)));
      return true;
    } catch (IllegalArgumentException e) {
      diagnostics.error(SettingErrors.malformed(at(key), key, value, e.getMessage()));
      return false;
    }
  }

  private Optional<Duration> duration(ConfigOption<Duration> option, Duration least) {
    Optional<Duration> duration = value(option);
    if (duration.isPresent()
        && (duration.get().compareTo(least) < 0
            || duration.get().compareTo(Duration.ofDays(SettingOptions.MOST_DAYS)) > 0)) {
      String key = option.key();
      diagnostics.error(
          SettingErrors.malformed(
              at(key),
              key,
              values.get(key),
              "It is from "
                  + least.toMillis()
                  + " ms to "
                  + SettingOptions.MOST_DAYS
                  + " d, about a century."));
      return Optional.empty();
    }
    return duration;
  }

  private int recordedRuns() {
    int runs =
        value(SettingOptions.RUN_RECORD_KEEP).orElse(SettingOptions.RUN_RECORD_KEEP.defaultValue());
    if (runs < 0) {
      String key = SettingOptions.RUN_RECORD_KEEP.key();
      diagnostics.error(
          SettingErrors.malformed(at(key), key, values.get(key), "It is 0 or more runs."));
    }
    return runs;
  }

  private @Nullable ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      diagnostics.error(SettingErrors.zone(at(SettingOptions.TIME_ZONE.key()), text));
      return null;
    }
  }

  private boolean failOnInvalid(String text) {
    if (!List.of("quarantine", "fail").contains(text)) {
      diagnostics.error(
          SettingErrors.malformed(
              at(SettingOptions.ON_INVALID.key()),
              "on-invalid",
              text,
              "It is 'quarantine' or 'fail'."));
    }
    return text.equals("fail");
  }

  private @Nullable TableName tableName(String text) {
    List<String> parts = List.of(text.split("\\.", -1));
    if (parts.size() > 3 || parts.stream().anyMatch(part -> !part.equals(folder(part)))) {
      diagnostics.error(
          SettingErrors.malformed(
              at(SettingOptions.QUARANTINE_TABLE.key()),
              SettingOptions.QUARANTINE_TABLE.key(),
              text,
              "It is a table's name."));
      return null;
    }
    return new TableName(parts, at(SettingOptions.QUARANTINE_TABLE.key()));
  }

  /** The pipeline's name as part of a table's: what is no letter or digit becomes '_'. */
  private static String folder(String name) {
    String folder = name.replaceAll("[^\\p{L}\\p{Nd}_-]", "_");
    return folder.isEmpty() || folder.startsWith("_") ? "pipeline" + folder : folder;
  }

  private Position at(String key) {
    return positions.getOrDefault(key, Position.START);
  }
}
