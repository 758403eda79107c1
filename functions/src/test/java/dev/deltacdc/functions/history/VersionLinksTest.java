/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.Sequence;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The versions of a key in any order of arrival, and how many are read to find one. */
class VersionLinksTest {
  private static final int VERSIONS = 100_000;

  /** What is remembered, and how often it was asked. */
  private static final class Memory implements VersionStore {
    private final Map<Sequence, Version> older = new HashMap<>();
    private Version last;
    private int reads;
    private int writes;

    @Override
    public Version at(Sequence sequence) {
      reads++;
      return older.get(sequence);
    }

    @Override
    public void put(Version version) {
      writes++;
      older.put(version.sequence(), version);
    }

    @Override
    public void setLast(Version version) {
      writes++;
      last = version;
    }
  }

  private final Memory memory = new Memory();
  private final VersionLinks links = new VersionLinks(memory);

  private static Sequence sequence(int number) {
    return Sequence.of(ByteBuffer.allocate(4).putInt(number).array());
  }

  private static int number(Version version) {
    return ByteBuffer.wrap(version.sequence().bytes()).getInt();
  }

  private void add(int number) throws Exception {
    Version added = Version.delete(sequence(number), 0);
    if (memory.last == null) {
      memory.setLast(added);
    } else if (number > number(memory.last)) {
      links.append(memory.last, added);
    } else {
      VersionWalk walk = links.walk(memory.last, added.sequence());
      walk.next();
      links.insert(memory.last, added, walk.descent());
    }
  }

  private List<Integer> from(int number) throws Exception {
    List<Integer> numbers = new ArrayList<>();
    VersionWalk walk = links.walk(memory.last, sequence(number));
    for (Version next = walk.next(); next != null; next = walk.next()) {
      numbers.add(number(next));
    }
    return numbers;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void inAnyOrderOfArrivalTheyAreInOrder(long seed) throws Exception {
    Random random = new Random(seed);
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, 1_000).boxed().toList());
    if (seed > 1) {
      Collections.shuffle(numbers, random);
    }
    TreeSet<Integer> known = new TreeSet<>();
    for (int number : numbers) {
      // Those before the oldest one are refused, once some are forgotten.
      if (!known.isEmpty() && number < known.first() && known.size() > 300) {
        continue;
      }
      add(number);
      known.add(number);
      if (random.nextInt(10) == 0) {
        int from = random.nextInt(1_000);
        assertThat(from(from)).containsExactlyElementsOf(known.tailSet(from));
      }
      if (known.size() > 301) {
        memory.older.remove(sequence(known.pollFirst()));
      }
    }
    assertThat(from(0)).containsExactlyElementsOf(known);
    for (int number : known) {
      Integer before = known.lower(number);
      Version version = number == known.last() ? memory.last : memory.at(sequence(number));
      Version found = links.before(version);
      assertThat(found == null ? null : number(found)).isEqualTo(before);
    }
  }

  /** Not all: of a hundred thousand versions some dozens, and fewer the nearer it is to the end. */
  @ParameterizedTest
  @ValueSource(ints = {10, 1_000, VERSIONS})
  void aLateOneReadsFewOthers(int atMostBefore) throws Exception {
    for (int number = 0; number < VERSIONS; number++) {
      add(2 * number);
    }
    assertThat(memory.reads).isZero();
    assertThat(memory.writes).isLessThan(2 * VERSIONS);
    Random random = new Random(atMostBefore);
    int late = 1_000;
    int most = 0;
    memory.writes = 0;
    TreeSet<Integer> places = new TreeSet<>();
    while (places.size() < Math.min(late, atMostBefore)) {
      places.add(2 * (VERSIONS - 1 - random.nextInt(atMostBefore)) - 1);
    }
    int reads = memory.reads;
    for (int place : places) {
      int before = memory.reads;
      add(place);
      most = Math.max(most, memory.reads - before);
    }
    double perLevel = 4 * Math.ceil(Math.log(2.0 * atMostBefore) / Math.log(4));
    assertThat((memory.reads - reads) / (double) places.size()).isLessThan(perLevel);
    assertThat(most).isLessThan(100);
    assertThat(memory.writes).isLessThan(4 * places.size());
  }

  /** From the first one to the last. */
  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 30_000})
  void aWalkReadsEachOnce(int versions) throws Exception {
    for (int number = 0; number < versions; number++) {
      add(number);
    }
    memory.reads = 0;
    assertThat(from(0)).hasSize(versions);
    assertThat(memory.reads).isEqualTo(versions - 1);
  }
}
