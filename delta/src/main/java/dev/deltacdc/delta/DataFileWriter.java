/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.InternalUtils;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes rows as Parquet files of one table; the files become part of it with a commit. Not for
 * several threads.
 */
public final class DataFileWriter {

  private final String tablePath;
  private final Engine engine;
  private final RowType rowType;
  private final List<DataType> partitionTypes;
  private final List<String> partitionColumns;
  private final int[] partitionFields;
  private final StructType dataSchema;
  private final int[] dataFields;
  private final NotNullCheck notNull;
  private final List<Column> statsColumns;

  DataFileWriter(
      String tablePath,
      Engine engine,
      RowType rowType,
      StructType schema,
      List<String> partitionColumns,
      List<Column> statsColumns) {
    this.tablePath = tablePath;
    this.engine = engine;
    this.rowType = rowType;
    this.partitionColumns = partitionColumns;
    this.statsColumns = statsColumns;
    this.partitionFields = partitionColumns.stream().mapToInt(rowType::getFieldIndex).toArray();
    this.partitionTypes =
        partitionColumns.stream().map(column -> schema.get(column).getDataType()).toList();
    List<StructField> stored = new ArrayList<>();
    List<Integer> fields = new ArrayList<>();
    for (int i = 0; i < schema.length(); i++) {
      if (!partitionColumns.contains(schema.at(i).getName())) {
        stored.add(schema.at(i));
        fields.add(rowType.getFieldIndex(schema.at(i).getName()));
      }
    }
    this.dataSchema = new StructType(stored);
    this.dataFields = fields.stream().mapToInt(Integer::intValue).toArray();
    this.notNull =
        new NotNullCheck(
            new StructType(rowType.getFieldNames().stream().map(schema::get).toList()), rowType);
  }

  /**
   * The serialised partition values of a row, by column; equal maps mean the same partition. Empty
   * for an unpartitioned table. An empty string counts as NULL: the log cannot tell them apart.
   */
  public Map<String, String> partitionOf(RowData row) {
    if (partitionFields.length == 0) {
      return Map.of();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < partitionFields.length; i++) {
      int field = partitionFields[i];
      values.put(
          partitionColumns.get(i),
          PartitionValues.text(row, field, rowType.getTypeAt(field), partitionTypes.get(i)));
    }
    return values;
  }

  /**
   * Writes rows of one partition. The rows must not change before this returns.
   *
   * @return the files in row order: the rows of the first file are the first {@code numRecords}
   *     rows, and so on; a row's position in its file follows
   * @throws TableException when anything was not written completely; files that were already
   *     written are left for VACUUM
   */
  public List<DataFile> write(Map<String, String> partitionValues, Iterator<RowData> rows) {
    String partition = PartitionPath.of(partitionColumns, partitionValues);
    String directory = partition.isEmpty() ? tablePath : tablePath + "/" + partition;
    FlinkBatches batches = new FlinkBatches(rows, rowType, dataSchema, dataFields, notNull);
    List<DataFile> files = new ArrayList<>();
    long written = 0;
    try (CloseableIterator<DataFileStatus> statuses =
        engine.getParquetHandler().writeParquetFiles(directory, batches, statsColumns)) {
      while (statuses.hasNext()) {
        DataFile file = dataFile(statuses.next(), partitionValues);
        written += file.numRecords();
        files.add(file);
      }
    } catch (TableException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw TableErrors.writeFailed(directory, e);
    }
    if (written != batches.count()) {
      throw TableErrors.shortWrite(directory, written, batches.count());
    }
    return files;
  }

  private DataFile dataFile(DataFileStatus status, Map<String, String> partitionValues) {
    DataFileStatistics statistics =
        status
            .getStatistics()
            .orElseThrow(() -> new IllegalStateException("No statistics for " + status.getPath()));
    String path =
        InternalUtils.relativizePath(new Path(status.getPath()), new Path(tablePath).toUri())
            .toUri()
            .toString();
    return new DataFile(
        path,
        partitionValues,
        status.getSize(),
        status.getModificationTime(),
        statistics.getNumRecords(),
        statistics.serializeAsJson(dataSchema));
  }
}
