/**
 * Append and upsert Delta sinks for any Flink job that has {@code RowData} with {@code RowKind}.
 */
package dev.deltacdc.sink;
