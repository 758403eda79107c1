/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.changes.ChangeFeed;
import dev.deltacdc.functions.changes.ChangeFeedOptions;
import dev.deltacdc.functions.changes.TableRows;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.history.HistoryOptions;
import dev.deltacdc.functions.history.HistoryTable;
import dev.deltacdc.functions.order.EventOrder;
import dev.deltacdc.functions.order.ExistingRows;
import dev.deltacdc.functions.order.OrderOptions;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.scd.Scd1Function;
import dev.deltacdc.functions.scd.Scd1MergeFunction;
import dev.deltacdc.functions.series.SnapshotSeries;
import dev.deltacdc.functions.series.SnapshotSeriesOptions;
import dev.deltacdc.functions.validate.ChangeEventFunction;
import dev.deltacdc.functions.validate.ChangeEventOptions;
import dev.deltacdc.functions.watermark.EventTimeOperator;
import dev.deltacdc.functions.watermark.EventTimeOptions;
import dev.deltacdc.job.resolve.ReadTarget;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedHistory;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.source.Reading;
import dev.deltacdc.sink.DeltaSink;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** A table of the current state or of the history, from change events, and its snapshots. */
final class ChangedTable {

  private final ResolvedPipeline pipeline;
  private final ResolvedTarget target;
  private final Lake lake;
  private final boolean triggered;
  private final boolean loadsAreHeld;
  private final DeltaSinkOptions sinkOptions;
  private final Rejects rejects;
  private final Generations generations;
  private final boolean filledAnew;
  private final String uid;
  private final Recording recording;
  private final RowKeySelector key;
  private final List<DataStream<ChangeEvent>> events = new ArrayList<>();
  private final List<DataStream<Truncate>> truncates = new ArrayList<>();

  /**
   * @param filledAnew whether all rows that the table has are replaced
   */
  ChangedTable(
      ResolvedPipeline pipeline,
      ResolvedTarget target,
      TopologyOptions options,
      DeltaSinkOptions sinkOptions,
      Rejects rejects,
      Recording recording,
      Generations generations,
      boolean filledAnew) {
    this.pipeline = pipeline;
    this.target = target;
    this.lake = options.lake();
    this.triggered = options.isTriggered();
    this.loadsAreHeld = options.until() != Reading.Until.DECLARED;
    this.sinkOptions = sinkOptions;
    this.rejects = rejects;
    this.recording = recording;
    this.generations = generations;
    this.filledAnew = filledAnew;
    this.uid = Generations.uid("table", target.name().key(), generations.ofTable(target.name()));
    this.key = RowKeySelector.of(target.rowType(), target.keys());
  }

  /** Adds the rows of a flow's query. */
  void take(ResolvedFlow.Cdc flow, DataStream<RowData> rows, String flowUid) {
    RowType queryType = CheckedRows.rowType(rows);
    EventLayout layout = layout(flow, queryType);
    ChangeEventFunction function =
        new ChangeEventFunction(
            layout,
            RowFit.of(queryType, target.writtenType(), target.partitionColumns())
                .withKept(target.keptColumns()),
            CheckedRows.of(flow.expectations()),
            new ChangeEventOptions(
                flow.name(),
                CheckedRows.source(flow),
                flow.snapshots() == null || flow.snapshots().partial()
                    ? PipelineTopology.onInvalid(pipeline.settings())
                    : OnInvalid.REFUSE,
                pipeline.settings().snapshotMaxAhead(),
                zones(),
                flow.ignoreNulls()));
    SingleOutputStreamOperator<ChangeEvent> read =
        Streams.parallelLike(
            rows,
            read(flow, rows, function, layout).name(flowUid + ": events").uid(flowUid + "/events"));
    if (flow.hasTruncate()) {
      truncates.add(read.getSideOutput(Truncate.TAG));
    }
    DataStream<ChangeEvent> rowsRead = rejects.of(read);
    events.add(flow.snapshots() == null ? rowsRead : compared(flow, rowsRead, flowUid));
  }

  private DataStream<ChangeEvent> compared(
      ResolvedFlow.Cdc flow, DataStream<ChangeEvent> rows, String flowUid) {
    boolean history = target.history() != null;
    boolean refreshed = generations.isRefreshed(pipeline, target.name());
    SnapshotSeriesOptions options =
        new SnapshotSeriesOptions(
            flow.name(),
            target.name().toString(),
            target.rowType(),
            target.keys(),
            flow.sequenceTypes().get(0),
            flow.snapshots().partial());
    ExistingRows existing =
        refreshed
            ? null
            : new TargetRows(
                lake.path(target.name()),
                lake.hadoop(),
                history ? List.of(ResolvedHistory.START_AT) : target.keyNames(),
                null);
    return SnapshotSeries.apply(
        rows, options, history ? null : existing, history ? existing : null, flowUid);
  }

  private SingleOutputStreamOperator<ChangeEvent> read(
      ResolvedFlow.Cdc flow,
      DataStream<RowData> rows,
      ChangeEventFunction function,
      EventLayout layout) {
    if (target.eventTime() == null) {
      return rows.process(function);
    }
    int column = target.eventTime();
    EventTimeOptions options =
        EventTimes.of(
            column,
            target.rowType().getTypeAt(column),
            layout.originField(),
            pipeline,
            triggered || (loadsAreHeld && flow.once()) || EventTimes.isBounded(rows));
    return rows.transform(
        "events", function.getProducedType(), new EventTimeOperator(function, options));
  }

  private EventLayout layout(ResolvedFlow.Cdc flow, RowType queryType) {
    EventLayout layout =
        EventLayout.of(
                queryType,
                target.writtenType().getFieldCount(),
                flow.sequenceTypes().size(),
                target.keys())
            .withExpectations(flow.expectations().size());
    layout = flow.hasDelete() ? layout.withDelete() : layout;
    layout = flow.hasTruncate() ? layout.withTruncate() : layout;
    layout = flow.hasOrigin() ? layout.withOrigin() : layout;
    return target.eventTime() == null ? layout : layout.withEventTime(target.eventTime());
  }

  private Set<ZoneId> zones() {
    return pipeline.snapshotsOf(target.name()).stream()
        .map(ResolvedSnapshot::zone)
        .collect(Collectors.toSet());
  }

  private DataStream<ChangeEvent> order() {
    OrderOptions options =
        new OrderOptions(
            target.name().toString(),
            target.rowType(),
            target.keys(),
            target.sequenceTypes(),
            target.eventTime() == null ? -1 : target.eventTime(),
            target.ignoresNulls(),
            pipeline.settings().tombstoneRetention());
    return EventOrder.apply(
        Streams.union(events),
        truncates.isEmpty() ? null : Streams.union(truncates),
        options,
        existingRows(),
        uid);
  }

  private ExistingRows existingRows() {
    if (filledAnew) {
      return TargetRows.NONE;
    }
    List<String> columns = new ArrayList<>();
    // Past days, versions and changes come from events older than the table's rows: none must stay
    // out.
    if (!target.sequenceColumns().isEmpty()
        && target.history() == null
        && !target.ignoresNulls()
        && pipeline.snapshotsOf(target.name()).isEmpty()
        && !pipeline.isRead(target.name())) {
      columns.addAll(target.keyNames());
      target.sequenceColumns().stream()
          .map(target.rowType().getFieldNames()::get)
          .forEach(columns::add);
    }
    return new TargetRows(
        lake.path(target.name()),
        lake.hadoop(),
        List.copyOf(columns),
        new LostState(pipeline).problem(target).orElse(null));
  }

  /**
   * Writes the table and its snapshots; returns its changes or rows for those that read it.
   *
   * @param readers the ways in which it is read
   */
  Map<ReadTarget, DataStream<RowData>> sink(List<ReadTarget> readers) {
    DataStream<ChangeEvent> accepted = order();
    DataStream<ChangeEvent> changes = accepted;
    DataStream<RowData> historyRows = null;
    if (target.history() != null) {
      historyRows = history(accepted);
    } else if (target.ignoresNulls()) {
      SingleOutputStreamOperator<RowData> merged = merged(accepted);
      changes = merged.getSideOutput(Scd1MergeFunction.events(target.rowType()));
      currentState(merged);
    } else {
      currentState(latest(accepted));
    }
    for (ResolvedSnapshot snapshot : pipeline.snapshotsOf(target.name())) {
      new SnapshotTable(
              pipeline.settings(), target, snapshot, lake, sinkOptions, recording, triggered)
          .sink(
              accepted,
              generations.isRefreshed(pipeline, snapshot.name()),
              Generations.uid(
                  "table", snapshot.name().key(), generations.ofTable(snapshot.name())));
    }
    Map<ReadTarget, DataStream<RowData>> read = new HashMap<>();
    for (ReadTarget reader : readers) {
      DataStream<RowData> rows = historyRows == null ? read(changes, reader) : historyRows;
      read.put(reader, KeptColumns.leftOut(rows, reader, uid));
    }
    return read;
  }

  private DataStream<RowData> read(DataStream<ChangeEvent> changes, ReadTarget reader) {
    return reader.isChanges()
        ? ChangeFeed.apply(
            changes,
            new ChangeFeedOptions(
                target.rowType(), target.keys(), target.sequenceTypes(), reader.sequenceType()),
            uid)
        : TableRows.apply(changes, target.rowType(), target.keys(), uid);
  }

  private void currentState(DataStream<RowData> rows) {
    table().key(key, RowKeyTypeInfo.INSTANCE).prePartitioned().sinkTo(rows);
  }

  private DataStream<RowData> latest(DataStream<ChangeEvent> accepted) {
    return accepted
        .flatMap(new Scd1Function(target.rowType()))
        .name(uid + ": SCD 1")
        .uid(uid + "/scd1");
  }

  private SingleOutputStreamOperator<RowData> merged(DataStream<ChangeEvent> accepted) {
    return DataStreamUtils.reinterpretAsKeyedStream(
            accepted, key.forEvents(), RowKeyTypeInfo.INSTANCE)
        .process(new Scd1MergeFunction(target.rowType(), pipeline.settings().tombstoneRetention()))
        .setParallelism(accepted.getParallelism())
        .name(uid + ": SCD 1, merged")
        .uid(uid + "/merge");
  }

  /** Writes the history; returns its rows for those that read it. */
  private DataStream<RowData> history(DataStream<ChangeEvent> accepted) {
    HistoryOptions options =
        new HistoryOptions(
            target.name().toString(),
            target.rowType(),
            target.keys(),
            target.sequenceTypes(),
            target.history().sequenceType(),
            target.history().tracked(),
            target.ignoresNulls(),
            pipeline.settings().historyLateWindow(),
            pipeline.settings().tombstoneRetention());
    SingleOutputStreamOperator<RowData> rows =
        rejects.of(HistoryTable.apply(accepted, options, pipeline.isRead(target.name()), uid));
    table()
        .key(RowKeySelector.of(options.outputType(), options.outputKeys()), RowKeyTypeInfo.INSTANCE)
        .together()
        .forgetOnUpdateBefore()
        .sinkTo(rows);
    return rows.getSideOutput(HistoryTable.rows(options));
  }

  private DeltaSink table() {
    return recording
        .of(DeltaSink.upsert(OutputTable.of(target, lake).table(), target.tableKeys()))
        .name(target.name().toString())
        .uid(uid + "/sink")
        .hadoop(lake.hadoop())
        .options(sinkOptions)
        .refresh(filledAnew);
  }
}
