/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

class VectorStoreTest {

  @TempDir Path folder;

  private VectorStore store() {
    return new VectorStore(folder.toUri().toString(), new Configuration());
  }

  private static RoaringBitmap bitmap(Random random, int size, int range) {
    RoaringBitmap bitmap = new RoaringBitmap();
    for (int i = 0; i < size; i++) {
      bitmap.add(random.nextInt(range));
    }
    return bitmap;
  }

  /** Sparse, dense and run containers, several of each. */
  private static Map<String, RoaringBitmap> bitmaps() {
    Random random = new Random(5);
    Map<String, RoaringBitmap> bitmaps = new LinkedHashMap<>();
    bitmaps.put("one", RoaringBitmap.bitmapOf(0));
    bitmaps.put("sparse", bitmap(random, 100, 10_000_000));
    bitmaps.put("dense", bitmap(random, 50_000, 200_000));
    RoaringBitmap runs = new RoaringBitmap();
    runs.add(10L, 70_000L);
    runs.add(1_000_000L, 1_000_005L);
    bitmaps.put("runs", runs);
    return bitmaps;
  }

  @Test
  void vectorsComeBack() {
    Map<String, RoaringBitmap> bitmaps = bitmaps();

    Map<String, DeletionVector> vectors = store().write(bitmaps);

    assertThat(vectors).containsOnlyKeys(bitmaps.keySet());
    bitmaps.forEach(
        (path, bitmap) -> assertThat(store().read(vectors.get(path))).isEqualTo(bitmap));
  }

  @Test
  void vectorsOfACommitShareOneFileThatAnIndependentDecoderReads() throws IOException {
    Map<String, RoaringBitmap> bitmaps = bitmaps();

    Map<String, DeletionVector> vectors = store().write(bitmaps);

    Path file = onlyVectorFile();
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes[0]).as("format version").isEqualTo((byte) 1);
    int end = 1;
    for (Map.Entry<String, DeletionVector> entry : vectors.entrySet()) {
      DeletionVector vector = entry.getValue();
      assertThat(vector.storageType()).isEqualTo("u");
      assertThat(file.getFileName().toString())
          .isEqualTo("deletion_vector_" + VectorDecoder.uuid(vector.pathOrInline()) + ".bin");
      assertThat(vector.offset()).isEqualTo(end);
      Set<Long> positions = VectorDecoder.decode(bytes, vector.offset(), vector.sizeInBytes());
      Set<Long> expected = new TreeSet<>();
      bitmaps.get(entry.getKey()).forEach((int p) -> expected.add((long) p));
      assertThat(positions).isEqualTo(expected);
      assertThat(vector.cardinality()).isEqualTo(expected.size());
      end = vector.offset() + 4 + vector.sizeInBytes() + 4;
    }
    assertThat(end).isEqualTo(bytes.length);
  }

  private Path onlyVectorFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.filter(f -> f.toString().endsWith(".bin")).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  @Test
  void nothingToWriteMakesNoFile() {
    assertThat(store().write(Map.of())).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void moreThanAFileCanAddressGoesIntoSeveral() {
    VectorStore small = new VectorStore(folder.toUri().toString(), new Configuration(), 1000);
    Map<String, RoaringBitmap> bitmaps = new LinkedHashMap<>();
    Random random = new Random(9);
    for (int i = 0; i < 20; i++) {
      bitmaps.put("f" + i, bitmap(random, 200, 1_000_000));
    }

    Map<String, DeletionVector> vectors = small.write(bitmaps);

    assertThat(vectors.values().stream().map(DeletionVector::pathOrInline).distinct())
        .hasSizeGreaterThan(2);
    bitmaps.forEach((path, bitmap) -> assertThat(small.read(vectors.get(path))).isEqualTo(bitmap));
  }

  @ParameterizedTest
  @ValueSource(strings = {"size", "payload", "checksum", "magic"})
  void damageIsNoticed(String where) throws IOException {
    DeletionVector vector =
        store().write(Map.of("f", bitmap(new Random(1), 500, 100_000))).get("f");
    Path file = onlyVectorFile();
    byte[] bytes = Files.readAllBytes(file);
    int at =
        switch (where) {
          case "size" -> 4;
          case "magic" -> 5;
          case "checksum" -> bytes.length - 1;
          default -> 60;
        };
    bytes[at] ^= 1;
    // The checksum file of Hadoop's local file system would notice first.
    Files.deleteIfExists(folder.resolve("." + file.getFileName() + ".crc"));
    Files.write(file, bytes);

    assertThatThrownBy(() -> store().read(vector))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("Deletion vector " + vector.uniqueId());
  }

  @Test
  void aWrongCardinalityIsNoticed() {
    DeletionVector vector = store().write(Map.of("f", RoaringBitmap.bitmapOf(1, 2))).get("f");
    DeletionVector wrong =
        new DeletionVector("u", vector.pathOrInline(), vector.offset(), vector.sizeInBytes(), 3);

    assertThatThrownBy(() -> store().read(wrong)).hasMessageContaining("2 positions instead of 3");
  }

  @Test
  void inlineVectorsAndTheOlderFormOfOtherWritersAreRead() {
    RoaringBitmap bitmap = RoaringBitmap.bitmapOf(3, 4, 7, 11, 18, 29);
    bitmap.runOptimize();
    byte[] bytes = RoaringVector.serialize(bitmap);
    DeletionVector inline =
        new DeletionVector("i", Base85Codec.encodeBytes(bytes), null, bytes.length, 6);
    assertThat(store().read(inline)).isEqualTo(bitmap);

    ByteBuffer older =
        ByteBuffer.allocate(12 + bitmap.serializedSizeInBytes()).order(ByteOrder.LITTLE_ENDIAN);
    older.putInt(RoaringVector.NATIVE).putInt(1).putInt(bitmap.serializedSizeInBytes());
    bitmap.serialize(older);
    assertThat(readAll(older.array())).isEqualTo(bitmap);
  }

  private static RoaringBitmap readAll(byte[] bytes) {
    try {
      return RoaringVector.deserialize(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Written from the protocol's text alone, without the Roaring library. */
  static final class VectorDecoder {

    private VectorDecoder() {}

    static Set<Long> decode(byte[] file, int offset, int sizeInBytes) throws IOException {
      DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(file));
      in.skipNBytes(offset);
      assertThat(in.readInt()).as("size, big-endian").isEqualTo(sizeInBytes);
      byte[] payload = in.readNBytes(sizeInBytes);
      java.util.zip.CRC32 crc = new java.util.zip.CRC32();
      crc.update(payload);
      assertThat(in.readInt()).as("checksum").isEqualTo((int) crc.getValue());
      ByteBuffer buffer = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(buffer.getInt()).as("magic").isEqualTo(1681511377);
      Set<Long> positions = new TreeSet<>();
      long bitmaps = buffer.getLong();
      for (long i = 0; i < bitmaps; i++) {
        long high = Integer.toUnsignedLong(buffer.getInt()) << 32;
        roaring32(buffer, high, positions);
      }
      assertThat(buffer.remaining()).isZero();
      return positions;
    }

    private static void roaring32(ByteBuffer buffer, long high, Set<Long> positions) {
      int cookie = buffer.getInt();
      boolean hasRuns = (cookie & 0xffff) == 12347;
      int containers = hasRuns ? (cookie >>> 16) + 1 : buffer.getInt();
      byte[] runFlags = new byte[hasRuns ? (containers + 7) / 8 : 0];
      buffer.get(runFlags);
      int[] keys = new int[containers];
      int[] sizes = new int[containers];
      for (int i = 0; i < containers; i++) {
        keys[i] = Short.toUnsignedInt(buffer.getShort());
        sizes[i] = Short.toUnsignedInt(buffer.getShort()) + 1;
      }
      if (!hasRuns || containers >= 4) {
        buffer.position(buffer.position() + 4 * containers);
      }
      for (int i = 0; i < containers; i++) {
        long base = high + ((long) keys[i] << 16);
        boolean run = hasRuns && (runFlags[i / 8] >> (i % 8) & 1) == 1;
        container(buffer, run, sizes[i]).forEach(low -> positions.add(base + low));
      }
    }

    private static List<Integer> container(ByteBuffer buffer, boolean run, int size) {
      List<Integer> lows = new ArrayList<>();
      if (run) {
        int runs = Short.toUnsignedInt(buffer.getShort());
        for (int r = 0; r < runs; r++) {
          int start = Short.toUnsignedInt(buffer.getShort());
          int length = Short.toUnsignedInt(buffer.getShort());
          for (int low = start; low <= start + length; low++) {
            lows.add(low);
          }
        }
      } else if (size <= 4096) {
        for (int k = 0; k < size; k++) {
          lows.add(Short.toUnsignedInt(buffer.getShort()));
        }
      } else {
        for (int word = 0; word < 1024; word++) {
          long bits = buffer.getLong();
          for (int bit = 0; bit < 64; bit++) {
            if ((bits >>> bit & 1) == 1) {
              lows.add(word * 64 + bit);
            }
          }
        }
      }
      return lows;
    }

    /** Z85: five characters for four bytes. */
    static java.util.UUID uuid(String encoded) {
      String alphabet =
          "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
      ByteBuffer bytes = ByteBuffer.allocate(16);
      for (int block = 0; block < 4; block++) {
        long value = 0;
        for (int i = 0; i < 5; i++) {
          value = value * 85 + alphabet.indexOf(encoded.charAt(block * 5 + i));
        }
        bytes.putInt((int) value);
      }
      return new java.util.UUID(bytes.getLong(0), bytes.getLong(8));
    }
  }
}
