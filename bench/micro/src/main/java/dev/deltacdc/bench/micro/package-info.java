/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * What the benchmarks of hot paths have in common. They lie beside their modules, in {@code
 * src/jmh}.
 */
package dev.deltacdc.bench.micro;
