/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Runs the scenarios of {@code bench/scenarios}, appends what they gave to {@code bench/results},
 * and writes {@code docs/benchmarks.md} from that.
 */
package dev.deltacdc.bench.report;
