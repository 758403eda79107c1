/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.job.triggered.EndOfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** Streams of rows out of {@link SourceDefinition}s. */
public final class SourceStreams {

  private SourceStreams() {}

  /**
   * Adds the source to the job. Its rows are the columns and then the origin column (the record's
   * position, see {@link EventOrigin}); records that cannot be read leave by the side output {@code
   * RejectedEvent.TAG}, and what was read of each file or partition by {@link SourceProgress#TAG}.
   * No watermarks are emitted before the end of bounded input.
   *
   * <p>Of full snapshots, a watermark follows each file's last row: its version.
   *
   * <p>A Delta table's operators are {@code uid/read} and {@code uid/rows}.
   *
   * <p>A throttled source and one of full snapshots have parallelism 1, others the environment's.
   *
   * @param uid prefix of the operators' uids, {@code uid/read} and {@code uid/decode}, stable over
   *     changes of the pipeline
   * @param reading until when it is read; one that is held has the operator {@link EndOfRun#uid},
   *     too
   * @param notices is told what the user should know of the source
   * @throws IllegalArgumentException if the options are wrong, the path leads nowhere, or a file's
   *     header lacks a column that it must have; the message is for the user
   */
  public static SingleOutputStreamOperator<RowData> create(
      StreamExecutionEnvironment env,
      SourceDefinition source,
      String uid,
      Reading reading,
      Consumer<String> notices) {
    if (source.connector().equals(DeltaSettings.CONNECTOR)) {
      return DeltaStreams.create(env, source, uid, reading);
    }
    Settings settings = settings(source);
    FormatSettings format = settings.format();
    SnapshotFiles snapshots = settings.files() == null ? null : settings.files().snapshots();
    boolean alone = snapshots != null || format.maxEventsPerSecond().isPresent();
    Source<RawRecord, ?, ?> reader =
        settings.files() != null
            ? files(source, settings, reading, notices)
            : kafka(source, settings, reading);
    if (format.maxEventsPerSecond().isPresent()) {
      reader =
          new ThrottledSource<>(
              reader, format.maxEventsPerSecond().getAsDouble(), RawRecordTypeInfo.INSTANCE);
    }
    if (reading.isHeld()) {
      reader = reading.held(reader, RawRecordTypeInfo.INSTANCE);
    }
    DataStreamSource<RawRecord> records =
        env.fromSource(
            reader,
            snapshots == null
                ? WatermarkStrategy.noWatermarks()
                : WatermarkStrategy.forGenerator(context -> new SnapshotWatermarks()),
            source.name(),
            RawRecordTypeInfo.INSTANCE);
    records.uid(uid + "/read");
    if (alone) {
      records.setParallelism(1);
    }
    SingleOutputStreamOperator<RowData> rows =
        (reading.isHeld() ? EndOfRun.behind(records, EndOfRun.uid(uid)) : records)
            .transform(
                source.name() + ": decode",
                InternalTypeInfo.of(rowType(source)),
                new ReadOperator<>(
                    new DecodeFunction(
                        source.name(),
                        format,
                        source.zone(),
                        snapshots == null || snapshots.partial()
                            ? source.onInvalid()
                            : OnInvalid.REFUSE),
                    SourceStreams::addPosition,
                    source.name(),
                    uid))
            .uid(uid + "/decode");
    if (alone) {
      rows.setParallelism(1);
    }
    return rows;
  }

  private static void addPosition(RawRecord record, SourceRanges ranges) {
    if (!record.isEnd()) {
      ranges.add(record.partition(), record.position());
    }
  }

  /**
   * The row type of the stream: the columns and the origin column. Each may be NULL, whatever is
   * declared: of a deleted row only the key may be known.
   */
  public static RowType rowType(SourceDefinition source) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (SourceColumn column : source.schema().columns()) {
      fields.add(new RowType.RowField(column.name(), column.type().copy(true)));
    }
    fields.add(new RowType.RowField(EventOrigin.COLUMN, EventOrigin.TYPE));
    return new RowType(false, fields);
  }

  /** Whether the source ends by itself. */
  public static Boundedness boundedness(SourceDefinition source) {
    if (source.connector().equals(DeltaSettings.CONNECTOR)) {
      return DeltaSettings.read(source.options(), source.baseDir(), source.hadoop()).isBounded()
          ? Boundedness.BOUNDED
          : Boundedness.CONTINUOUS_UNBOUNDED;
    }
    Settings settings = settings(source);
    boolean bounded =
        settings.files() != null
            ? settings.files().monitorInterval() == null
            : settings.kafka().stop() != null;
    return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  private static FilesSource files(
      SourceDefinition source, Settings settings, Reading reading, Consumer<String> notices) {
    Path path = settings.files().resolve(source.baseDir());
    String base = FileSettings.base(source.baseDir());
    LinesFormat lines =
        new LinesFormat(
            base,
            settings.format().value().csv().header(),
            settings.format().value().csv().comments(),
            settings.format().maxRecordSize(),
            settings.format().needsDetails(),
            settings.files().snapshots());
    if (!reading.unread()) {
      FileCheck.check(source.name(), path, lines, settings.format().value()).ifPresent(notices);
    }
    return new FilesSource(
        path,
        new PathsInState(base, settings.files().isRelative()),
        lines,
        reading.monitorInterval(settings.files().monitorInterval()),
        reading.isHeld() && !reading.once());
  }

  private static Source<RawRecord, ?, ?> kafka(
      SourceDefinition source, Settings settings, Reading reading) {
    if (!reading.isHeld()) {
      return kafka(settings, settings.kafka());
    }
    if (reading.once()) {
      throw new IllegalArgumentException(
          "source '"
              + source.name()
              + "': runs that go on from each other go on with Kafka, too, so a full load (AUTO CDC"
              + " ONCE) cannot come from it. Leave ONCE out, or load from files.");
    }
    if (settings.kafka().stop() != null) {
      throw new IllegalArgumentException(
          "source '"
              + source.name()
              + "': a triggered run reads Kafka up to what is there when it starts, and the next"
              + " one goes on from there. Leave 'scan.bounded.mode' out.");
    }
    return new KafkaUntilNowSource(kafka(settings, settings.kafka().untilNow()));
  }

  private static KafkaSource<RawRecord> kafka(Settings settings, KafkaSettings kafka) {
    Properties properties = new Properties();
    properties.putAll(kafka.properties());
    if (kafka.stop() == null) {
      properties.putIfAbsent(
          KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(),
          Long.toString(kafka.discovery().toMillis()));
    }
    KafkaSourceBuilder<RawRecord> builder =
        KafkaSource.<RawRecord>builder()
            .setProperties(properties)
            .setStartingOffsets(kafka.start())
            .setDeserializer(
                new RawKafkaRecords(
                    settings.format().maxRecordSize(),
                    settings.format().needsKey(),
                    settings.format().needsDetails()));
    if (kafka.pattern() != null) {
      builder.setTopicPattern(kafka.pattern());
    } else {
      builder.setTopics(kafka.topics());
    }
    if (kafka.stop() != null) {
      builder.setBounded(kafka.stop());
    }
    return builder.build();
  }

  private static Settings settings(SourceDefinition source) {
    OptionReader options = new OptionReader(source.options());
    FormatSettings format =
        FormatSettings.read(options, source.schema(), source.connector().equals("kafka"));
    Settings settings =
        switch (source.connector()) {
          case "filesystem" -> new Settings(format, FileSettings.read(options), null);
          case "kafka" -> new Settings(format, null, KafkaSettings.read(options));
          default ->
              throw new IllegalArgumentException(
                  "connector '" + source.connector() + "' is not one of ours");
        };
    List<String> problems = options.problems().stream().map(OptionProblem::text).toList();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "source '" + source.name() + "': " + String.join("; ", problems));
    }
    return settings;
  }

  /** One of {@code files} and {@code kafka} is there. */
  private record Settings(
      FormatSettings format, @Nullable FileSettings files, @Nullable KafkaSettings kafka) {}
}
