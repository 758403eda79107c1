/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * A skip list of a key's versions, in their links: the link of level 0 names the version before,
 * that of level {@code l} the nearest one before that is in level {@code l} too. A quarter of the
 * versions of a level are in the next one. The last version has all levels that there are, so that
 * a new one after it needs no other version. A link may name a version that is forgotten; then
 * there is none.
 */
final class VersionLinks {
  private static final int MOST = 12;
  private static final int BITS_PER_LEVEL = 2;

  private final VersionStore versions;

  VersionLinks(VersionStore versions) {
    this.versions = requireNonNull(versions, "versions");
  }

  /** The versions from a sequence on. */
  VersionWalk walk(Version last, Sequence from) {
    return new VersionWalk(versions, last, from);
  }

  /** The one right before another; null: there is none, or it is forgotten. */
  @Nullable
  Version before(Version version) throws Exception {
    return version.links().isEmpty() ? null : versions.at(version.links().get(0));
  }

  /** Adds one behind the last; returns it as the last one. */
  Version append(Version last, Version added) throws Exception {
    int height = height(last.sequence());
    List<Sequence> links = new ArrayList<>();
    for (int level = 0; level < Math.max(height, last.links().size()); level++) {
      links.add(level < height ? last.sequence() : last.links().get(level));
    }
    int own = Math.min(height, last.links().size());
    versions.put(last.linked(last.links().subList(0, own)));
    Version newLast = added.linked(links);
    versions.setLast(newLast);
    return newLast;
  }

  /**
   * Adds one that is not the last.
   *
   * @param descent to its place, by {@link VersionWalk#descent}
   * @return the last one
   */
  Version insert(Version last, Version added, List<Version> descent) throws Exception {
    Map<Sequence, Version> newer = new LinkedHashMap<>();
    List<Sequence> links = new ArrayList<>();
    for (int level = 0; level < height(added.sequence()); level++) {
      Version next = level < descent.size() ? descent.get(level) : last;
      next = newer.getOrDefault(next.sequence(), next);
      if (level < next.links().size()) {
        links.add(next.links().get(level));
      }
      newer.put(next.sequence(), relinked(next, level, added.sequence()));
    }
    versions.put(added.linked(links));
    Version newLast = newer.remove(last.sequence());
    for (Version next : newer.values()) {
      versions.put(next);
    }
    if (newLast == null) {
      return last;
    }
    versions.setLast(newLast);
    return newLast;
  }

  private static Version relinked(Version version, int level, Sequence older) {
    List<Sequence> links = new ArrayList<>(version.links());
    if (level == links.size()) {
      links.add(older);
    } else {
      links.set(level, older);
    }
    return version.linked(links);
  }

  /**
   * In how many levels a version is: by its sequence, so that the order of arrival is no matter.
   */
  private static int height(Sequence sequence) {
    int zeros = Integer.numberOfTrailingZeros(sequence.mixedHash());
    return Math.min(MOST, 1 + zeros / BITS_PER_LEVEL);
  }
}
