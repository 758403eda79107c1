/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

/**
 * Reads a value of one type from its text, in Flink's internal representation.
 *
 * <p>Implementations are exact: what the type cannot hold is a {@link DecodeException}, never
 * rounded or cut. White space around anything but strings is ignored.
 */
interface TextValue {

  /** Reads the value from the UTF-8 bytes {@code from} (inclusive) to {@code to} (exclusive). */
  Object decode(byte[] text, int from, int to) throws DecodeException;
}
