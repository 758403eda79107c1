/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * What end-to-end tests leave for other readers: their tables, and the rows that these must hold.
 */
package dev.deltacdc.testing;
