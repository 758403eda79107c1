/** What a pipeline reads and writes, as text or as a diagram. */
package dev.deltacdc.job.graph;
