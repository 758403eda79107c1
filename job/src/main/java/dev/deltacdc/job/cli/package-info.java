/**
 * The command line: {@code init}, {@code run}, {@code validate}, {@code graph}, {@code runs},
 * {@code show}, {@code query} and {@code sql}.
 */
package dev.deltacdc.job.cli;
