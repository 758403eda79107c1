/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.time.Instant;

/** A row of the table {@code produtos}. */
record Produto(String id, String nome, int stock, double price, Instant updatedAt) {}
