/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** The order is that of key group and serialised bytes, but for keys with the same beginning. */
class StateOrderTest {

  private static final BytePrimitiveArraySerializer KEYS = BytePrimitiveArraySerializer.INSTANCE;

  /**
   * @param bytes those that are compared, in hexadecimal digits
   */
  private record Key(int keyGroup, String bytes, long order) {}

  @Test
  void keysComeAsAStoreOnDiskKeepsThem() throws IOException {
    StateOrder<byte[]> order = new StateOrder<>(KEYS);
    Random random = new Random(7);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      // Flink's highest key group is 32,767.
      int keyGroup = random.nextInt(4) * 10_922;
      byte[] key = new byte[random.nextInt(5)];
      random.nextBytes(key);
      keys.add(new Key(keyGroup, stored(key), order.of(key, keyGroup)));
    }
    keys.sort(Comparator.comparingLong(Key::order));
    Comparator<Key> byStore = Comparator.comparingInt(Key::keyGroup).thenComparing(Key::bytes);
    assertThat(keys).isSortedAccordingTo(byStore);
  }

  private static String stored(byte[] key) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(16);
    KEYS.serialize(key, out);
    return HexFormat.of().formatHex(Arrays.copyOf(out.getCopyOfBuffer(), 6));
  }
}
