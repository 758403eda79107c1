/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** The row index: where the live row of each key is, in keyed state. */
package dev.deltacdc.sink.index;
