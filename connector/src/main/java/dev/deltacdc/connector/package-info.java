/**
 * Delta tables in Flink SQL: {@code 'connector' = 'delta'}, for any SQL job or Flink's SQL client.
 */
package dev.deltacdc.connector;
