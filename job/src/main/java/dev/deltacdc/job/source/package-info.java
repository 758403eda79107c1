/**
 * Where change events come from: files and Kafka as rows with their position, unreadable records
 * set aside.
 */
package dev.deltacdc.job.source;
