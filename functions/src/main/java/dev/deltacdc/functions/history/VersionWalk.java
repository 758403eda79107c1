/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.Sequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Goes through the versions of a key in the order of their sequences, from one sequence on. It
 * comes down from the last version along their {@link VersionLinks}, so it reads a few versions per
 * level to get there, then each one once, and holds no more than those few.
 */
final class VersionWalk {
  /** A version, before which those of lower levels are still to come. */
  private record Step(Version version, int level) {}

  private final VersionStore versions;
  private final Deque<Step> ahead = new ArrayDeque<>();
  private final List<Version> descent = new ArrayList<>();
  private Sequence from;
  private boolean arrived;

  /**
   * A walk.
   *
   * @param from the first sequence that counts
   */
  VersionWalk(VersionStore versions, Version last, Sequence from) {
    this.versions = versions;
    this.from = from;
    if (last.sequence().compareTo(from) >= 0) {
      ahead.push(new Step(last, last.links().size()));
    }
  }

  /** The next version; null behind the last one. */
  @Nullable
  Version next() throws Exception {
    while (!ahead.isEmpty()) {
      Step step = ahead.pop();
      if (step.level() == 0) {
        arrived = true;
        from = step.version().sequence().next();
        return step.version();
      }
      descend(step.version(), step.level() - 1);
    }
    return null;
  }

  /** Notes the versions of a level down to where the walk is. */
  private void descend(Version version, int level) throws Exception {
    Version at = version;
    while (at != null) {
      ahead.push(new Step(at, level));
      Sequence older = level < at.links().size() ? at.links().get(level) : null;
      at = older == null || older.compareTo(from) < 0 ? null : versions.at(older);
    }
    if (!arrived) {
      descent.add(ahead.element().version());
    }
  }

  /** Once {@link #next} was called: by level, the first version from there on that is in it. */
  List<Version> descent() {
    List<Version> upwards = new ArrayList<>(descent);
    Collections.reverse(upwards);
    return upwards;
  }
}
