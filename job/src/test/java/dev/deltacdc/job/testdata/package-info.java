/**
 * Generators of {@code testdata/clientes} and {@code testdata/produtos}, and models of the tables
 * that those feeds must give.
 *
 * <p>The models are written from the rules (sort the events of an id, take the last one before a
 * moment) and share no code with the functions, the decoders or the sink.
 */
package dev.deltacdc.job.testdata;
