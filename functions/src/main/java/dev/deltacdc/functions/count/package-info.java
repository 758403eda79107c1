/** Counters of events that survive restarts, as metrics and as accumulators at the end of a job. */
package dev.deltacdc.functions.count;
