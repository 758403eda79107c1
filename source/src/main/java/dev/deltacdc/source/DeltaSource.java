/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import dev.deltacdc.delta.FileReader;
import dev.deltacdc.delta.OriginColumn;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.source.enumerate.DeltaEnumerator;
import dev.deltacdc.source.read.DeltaReader;
import dev.deltacdc.source.split.DeltaSplit;
import dev.deltacdc.source.split.DeltaSplitSerializer;
import dev.deltacdc.source.split.EnumeratorState;
import dev.deltacdc.source.split.EnumeratorStateSerializer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/**
 * Reads a Delta table: the rows of a version, those that later versions add, or both, exactly once.
 *
 * <pre>
 *   Delta log ──► enumerator ── files ──► reader 1 … n ──► rows
 *                  │ version,              │ file,
 *                  │ files that wait       │ next row
 * </pre>
 *
 * <pre>{@code
 * DeltaSource source = DeltaSource.at(path).columns(List.of("id", "name")).build();
 * DataStream<RowData> rows =
 *     env.fromSource(source, WatermarkStrategy.noWatermarks(), "customers").uid("customers");
 * }</pre>
 *
 * <p>A file is read by one reader; deletion vectors and partition values are applied. The state is
 * the version reached, its files that no reader has, and the positions in those that are being
 * read: it can be restored with any parallelism. Rows of one file keep their order; with one reader
 * files come in the order of versions, with more they may mix.
 *
 * <p>What stops the job, with advice: a version that updates or deletes rows, unless it is to be
 * skipped or the change feed is read; a version that the log no longer has; a file that VACUUM
 * removed; a column that is read and was dropped, renamed or given another type; another table at
 * the path. OPTIMIZE and new columns change nothing; new columns can be read after the next start.
 */
public final class DeltaSource
    implements Source<RowData, DeltaSplit, EnumeratorState>, ResultTypeQueryable<RowData> {

  private static final long serialVersionUID = 1L;

  private final SourceSettings settings;

  DeltaSource(SourceSettings settings) {
    this.settings = settings;
  }

  /**
   * Starts the description of a source.
   *
   * @param path directory of the table: a local path or the URI of any Hadoop file system
   */
  public static DeltaSourceBuilder at(String path) {
    return new DeltaSourceBuilder(path);
  }

  /** The columns that were chosen, then those of the rows' origin. */
  public RowType rowType() {
    List<RowType.RowField> fields =
        new ArrayList<>(settings.layout().rowType(settings.columns()).getFields());
    for (OriginColumn column : settings.origin()) {
      fields.add(new RowType.RowField(column.key(), column.type()));
    }
    return new RowType(false, fields);
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return InternalTypeInfo.of(rowType());
  }

  @Override
  public Boundedness getBoundedness() {
    return settings.isBounded() ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<RowData, DeltaSplit> createReader(SourceReaderContext context) {
    return new DeltaReader(this::openFiles, context);
  }

  private FileReader openFiles() {
    return TableStore.open(settings.path(), settings.hadoop())
        .fileReader(settings.layout(), settings.columns(), settings.origin());
  }

  @Override
  public SplitEnumerator<DeltaSplit, EnumeratorState> createEnumerator(
      SplitEnumeratorContext<DeltaSplit> context) {
    return new DeltaEnumerator(context, settings, null);
  }

  @Override
  public SplitEnumerator<DeltaSplit, EnumeratorState> restoreEnumerator(
      SplitEnumeratorContext<DeltaSplit> context, EnumeratorState state) {
    return new DeltaEnumerator(context, settings, state);
  }

  @Override
  public SimpleVersionedSerializer<DeltaSplit> getSplitSerializer() {
    return new DeltaSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<EnumeratorState> getEnumeratorCheckpointSerializer() {
    return new EnumeratorStateSerializer();
  }
}
