/** Flink SQL over the tables of a lake, for the commands {@code query} and {@code sql}. */
package dev.deltacdc.job.sql;
