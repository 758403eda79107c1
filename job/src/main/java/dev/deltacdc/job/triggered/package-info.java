/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Runs that end when their sources have been read up to what was there at the start, and are gone
 * on with by the next run.
 *
 * <p>A source that ends cannot be gone on with, and a job that ends keeps no checkpoint. So {@link
 * dev.deltacdc.job.triggered.HeldSource} reads like a bounded source, but at the end it waits; the
 * step behind it, {@link dev.deltacdc.job.triggered.EndOfRun}, tells its coordinator in the
 * JobManager; and the client asks there ({@link dev.deltacdc.job.triggered.SourcesRead}) and stops
 * the job with a savepoint, whose barrier follows all that was read.
 *
 * <pre>
 * HeldSource ─► EndOfRunOperator ─► rows, at the end WatermarkStatus.IDLE ─► …
 *                     │ ReadToEnd
 *                     ▼
 *             EndOfRunCoordinator ◄── SourcesRead: read to the end?  (client)
 * </pre>
 *
 * <p>Of this only that input has ended for good is in state: tasks that are restarted read on,
 * perhaps up to a later end, and tell again. The end is taken once per start of a task, so a run
 * ends under steady input too.
 *
 * <p>In a run of chosen tables {@link dev.deltacdc.job.triggered.UnreadSource} stands in the place
 * of the sources of others.
 */
package dev.deltacdc.job.triggered;
