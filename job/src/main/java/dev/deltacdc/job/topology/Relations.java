/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.resolve.PipelineCatalogs;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedView;
import dev.deltacdc.job.resolve.ScanTable;
import dev.deltacdc.job.source.SourceDefinition;
import dev.deltacdc.job.source.SourceStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.RowData;

/** Makes sources and views known to the queries; what several queries read is one stream. */
final class Relations {

  private final StreamExecutionEnvironment env;
  private final StreamTableEnvironment tables;
  private final StreamTables streams;
  private final CheckedRows checked;
  private final Rejects rejects;
  private final TopologyOptions options;

  Relations(
      StreamExecutionEnvironment env,
      StreamTableEnvironment tables,
      StreamTables streams,
      CheckedRows checked,
      Rejects rejects,
      TopologyOptions options) {
    this.env = env;
    this.tables = tables;
    this.streams = streams;
    this.checked = checked;
    this.rejects = rejects;
    this.options = options;
  }

  void register(ResolvedPipeline pipeline) {
    PipelineCatalogs.register(tables, pipeline);
    for (Relation relation : pipeline.relations()) {
      ScanTable scan = relation.scan();
      if (scan != null) {
        streams.register(
            scan.table().asSerializableString(),
            scan.schema(),
            stream(pipeline, relation),
            ChangelogMode.insertOnly());
      }
      relation.statements().forEach(tables::executeSql);
    }
  }

  private DataStream<RowData> stream(ResolvedPipeline pipeline, Relation relation) {
    if (relation instanceof ResolvedSource source) {
      return rejects.of(
          SourceStreams.create(
              env,
              new SourceDefinition(
                  source.name().toString(),
                  source.rowType(),
                  source.options(),
                  options.baseDir(),
                  pipeline.settings().timeZone()),
              "source/" + source.name().key()));
    }
    ResolvedView view = (ResolvedView) relation;
    String uid = "view/" + view.name().key();
    DataStream<RowData> rows =
        streams.plan(view.query().table(tables), uid, ChangelogMode.insertOnly());
    return checked.ofView(rows, view, uid);
  }
}
