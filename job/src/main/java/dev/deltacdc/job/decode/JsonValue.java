/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import javax.annotation.Nullable;

/** Reads a JSON value of one type; the parser stands on its first token, afterwards on its last. */
interface JsonValue {

  /** The value in Flink's internal representation; {@code null} for JSON null. */
  @Nullable
  Object decode(JsonParser parser) throws IOException, DecodeException;
}
