/**
 * Where change events come from: files, Kafka and Delta tables as rows with their position,
 * unreadable records set aside.
 */
package dev.deltacdc.job.source;
