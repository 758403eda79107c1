/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.watermark;

import java.util.HashMap;
import java.util.Map;

/**
 * The watermark of one task over all partitions that it reads: the least of their greatest event
 * times, so that the partition that is read most slowly decides. Pure: the clock's time comes as an
 * argument, and is the time in which the task could read.
 *
 * <p>A partition that gave no event for the idle timeout is not waited for and forgotten, until its
 * next event; the watermark never goes back. Which partitions a task reads is not known before
 * their first events: for an idle timeout after the first of all, at the start or after a silence
 * of all, every partition has its chance and there is no new watermark.
 *
 * @param <P> what tells partitions apart
 */
final class PartitionWatermarks<P> {

  /** No watermark yet. */
  static final long NONE = Long.MIN_VALUE;

  private final long idleMillis;
  private long heldUntil;
  private final Map<P, Partition> partitions = new HashMap<>();
  private long watermark = NONE;

  /**
   * @param idleMillis the idle timeout
   * @param now when the task starts
   */
  PartitionWatermarks(long idleMillis, long now) {
    this.idleMillis = idleMillis;
    this.heldUntil = now + idleMillis;
  }

  /** Takes an event of a partition. */
  void event(P partition, long eventMillis, long now) {
    if (partitions.isEmpty()) {
      heldUntil = now + idleMillis;
    }
    Partition at = partitions.computeIfAbsent(partition, p -> new Partition());
    at.greatest = Math.max(at.greatest, eventMillis);
    at.activeAt = now;
  }

  /** The watermark that holds now; partitions that are idle count for the last time. */
  long advance(long now) {
    if (now >= heldUntil) {
      partitions.values().stream()
          .mapToLong(partition -> partition.greatest)
          .min()
          .ifPresent(least -> watermark = Math.max(watermark, least - 1));
    }
    partitions.values().removeIf(partition -> now - partition.activeAt >= idleMillis);
    return watermark;
  }

  /** Whether no partition is waited for. */
  boolean isIdle(long now) {
    return partitions.isEmpty() && now >= heldUntil;
  }

  /** How many partitions are waited for, of those that are known. */
  int active() {
    return partitions.size();
  }

  private static final class Partition {
    private long greatest = NONE;
    private long activeAt;
  }
}
