/** The pipeline file: its grammar, the statements as plain records, and what is wrong with them. */
package dev.deltacdc.job.pipeline;
