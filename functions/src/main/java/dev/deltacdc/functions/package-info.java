/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * What a change event means: sequence, order, SCD 1 and 2, daily snapshot, expectations, rejects.
 */
package dev.deltacdc.functions;
