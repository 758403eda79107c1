/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The word that was probably meant. */
public final class NearestWord {

  private NearestWord() {}

  /**
   * The candidate that takes the fewest insertions, removals, replacements and swaps of characters,
   * case aside; none if that is more than a third of the word, or all of it.
   */
  public static Optional<String> of(String word, Collection<String> candidates) {
    String best = null;
    int bestDistance = Math.min(word.length(), Math.max(1, word.length() / 3) + 1);
    for (String candidate : candidates) {
      int distance = distance(word, candidate);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Levenshtein's distance with swapped neighbours as one change, case aside. */
  static int distance(String a, String b) {
    String from = a.toLowerCase(Locale.ROOT);
    String to = b.toLowerCase(Locale.ROOT);
    int[][] distance = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        distance[i][j] = i == 0 || j == 0 ? i + j : step(from, to, i, j, distance);
      }
    }
    return distance[from.length()][to.length()];
  }

  private static int step(String from, String to, int i, int j, int[][] distance) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int best =
        Math.min(
            distance[i - 1][j - 1] + (same ? 0 : 1),
            1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, distance[i - 2][j - 2] + 1) : best;
  }
}
