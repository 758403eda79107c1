/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.count.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.RowData;

/**
 * Streams as tables of one table environment, and queries as streams: RowData with its RowKind in
 * both directions, without a conversion.
 *
 * <p>The streams live in a module of this environment, so pipelines built in one JVM never see each
 * other's. Each call of {@link #plan} plans one query on its own; a stream that several queries
 * read is one operator. Uids of planned operators are set here, after translation: the planner
 * numbers its own over the whole JVM, so that a new flow would change those of the others.
 */
public final class StreamTables {

  private final StreamExecutionEnvironment env;
  private final StreamTableEnvironment tables;
  private final StreamModule module;
  private final Map<String, GeneratedCode> generated = new HashMap<>();

  private StreamTables(
      StreamExecutionEnvironment env, StreamTableEnvironment tables, StreamModule module) {
    this.env = env;
    this.tables = tables;
    this.module = module;
  }

  /** Prepares the environment; once per environment. */
  public static StreamTables on(StreamExecutionEnvironment env, StreamTableEnvironment tables) {
    StreamModule module = new StreamModule();
    tables.loadModule(StreamModule.NAME, module);
    return new StreamTables(env, tables, module);
  }

  /**
   * Registers a stream as a temporary table.
   *
   * @param path the table's path as SQL writes it, quoted where needed
   * @param schema the table's schema; its physical columns are the stream's fields in order
   */
  public void register(String path, Schema schema, DataStream<RowData> stream, ChangelogMode mode) {
    String id = module.addStream(stream.getTransformation(), mode);
    tables.createTemporaryTable(path, descriptor(id).schema(schema).build());
  }

  /**
   * Plans one query and adds it to the job.
   *
   * @param query a SELECT in Flink SQL
   * @param uid prefix of the operators' uids, {@code uid/n}
   * @param accepted what the consumer takes; the planner refuses a query that yields more
   * @throws org.apache.flink.table.api.TableException or ValidationException for a query that
   *     cannot be planned
   */
  public DataStream<RowData> plan(String query, String uid, ChangelogMode accepted) {
    return plan(tables.sqlQuery(query), null, uid, uid, accepted, Step.flow(uid), List.of());
  }

  /**
   * The same for a table.
   *
   * @param result the columns of the result, with a key by which the changes are put in order;
   *     {@code null}: those of the query
   * @param name what its operators are called
   * @param step whose query it is
   * @param fields what each field of the query is; these and the step are for the message when one
   *     of the expressions fails
   */
  @SuppressWarnings("ReferenceEquality") // two operators are never equal otherwise
  DataStream<RowData> plan(
      Table query,
      @Nullable Schema result,
      String uid,
      String name,
      ChangelogMode accepted,
      Step step,
      List<String> fields) {
    String id = module.addResult(accepted);
    TableDescriptor.Builder sink = descriptor(id);
    if (result != null) {
      sink.schema(result);
    }
    tables.createStatementSet().add(query.insertInto(sink.build())).attachAsDataStream();
    DataStream<RowData> stream = new DataStream<>(env, module.takeResult(id));
    PlannedUids.assign(
        stream.getTransformation(),
        module::isStream,
        uid,
        name,
        (operator, type) ->
            generated.put(
                type.getClassName(),
                new GeneratedCode(
                    step,
                    type.getCode(),
                    operator == stream.getTransformation() ? fields : List.of())));
    return stream;
  }

  /** The classes that the planner wrote, by name: they tell whose expression failed. */
  public Map<String, GeneratedCode> generated() {
    return Map.copyOf(generated);
  }

  private static TableDescriptor.Builder descriptor(String id) {
    return TableDescriptor.forConnector(StreamModule.CONNECTOR).option(StreamModule.STREAM, id);
  }
}
