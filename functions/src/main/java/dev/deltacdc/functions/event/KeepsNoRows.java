/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

/**
 * A function that neither changes a row that it is given nor keeps it, or a part of it, beyond the
 * call; what it hands on may refer to the row, and is not kept either by who is chained to it. Such
 * a function can be given rows without a copy of its own, although whoever made them makes the next
 * one in the same object.
 */
public interface KeepsNoRows {}
