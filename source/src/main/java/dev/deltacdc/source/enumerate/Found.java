/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.enumerate;

import dev.deltacdc.source.split.DeltaSplit;
import java.util.List;

/**
 * What a look at the table found.
 *
 * @param version the newest that was looked at
 * @param splits all its files that are to be read, and those of the versions that were passed
 * @param newest at the first look, the table's newest version
 */
record Found(long version, List<DeltaSplit> splits, long newest) {}
