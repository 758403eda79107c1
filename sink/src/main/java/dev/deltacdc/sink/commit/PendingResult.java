/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.write.WriterResult;

/** A result that waits for its checkpoint, with the id of the writers' run that made it. */
record PendingResult(String writerId, WriterResult result) {}
