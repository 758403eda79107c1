/**
 * What a pipeline reads and writes, as text, as a diagram or as one HTML page with the figures of a
 * run.
 */
package dev.deltacdc.job.graph;
