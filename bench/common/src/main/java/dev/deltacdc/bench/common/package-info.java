/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * What every system under test shares: generated rows, and how its process talks with the runner.
 * No library is used here, since each system has its own versions of all of them.
 */
package dev.deltacdc.bench.common;
