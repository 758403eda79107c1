/**
 * The command line: {@code init}, {@code run}, {@code validate}, {@code graph} and {@code show}.
 */
package dev.deltacdc.job.cli;
