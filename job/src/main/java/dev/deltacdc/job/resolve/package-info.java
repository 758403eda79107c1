/**
 * From statements to what the job runs: names bound, types found by Flink's planner, each query as
 * the text to plan.
 */
package dev.deltacdc.job.resolve;
