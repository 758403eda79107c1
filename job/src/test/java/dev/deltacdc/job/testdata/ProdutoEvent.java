/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.time.Instant;
import javax.annotation.Nullable;

/** A change of a product; {@code row} is null for a delete. */
record ProdutoEvent(String id, @Nullable Produto row, Instant time) {}
