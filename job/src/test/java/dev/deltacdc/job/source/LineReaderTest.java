/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {

  @ParameterizedTest
  @ValueSource(strings = {"a\nbc\n\nd", "a\r\nbc\r\n\r\nd\n", "\uFEFFa\nbc\n\nd\r\n"})
  void endsOfLinesAndTheByteOrderMarkAreNoPartOfLines(String text) throws IOException {
    assertThat(read(text.getBytes(UTF_8), 100, 3)).containsExactly("a", "bc", "", "d");
  }

  @Test
  void aStreamWithoutLinesHasNone() throws IOException {
    assertThat(read(new byte[0], 100, 3)).isEmpty();
    assertThat(read("\uFEFF".getBytes(UTF_8), 100, 3)).isEmpty();
    assertThat(read("\n".getBytes(UTF_8), 100, 3)).containsExactly("");
  }

  @Test
  void aByteOrderMarkInsideStaysThere() throws IOException {
    assertThat(read("a\n\uFEFFb".getBytes(UTF_8), 100, 3)).containsExactly("a", "\uFEFFb");
  }

  @Test
  void ofALineThatIsTooLongTheBeginningIsKept() throws IOException {
    String max = "m".repeat(10);
    assertThat(read((max + "\r\n" + max + "x\r\n" + max + "\n").getBytes(UTF_8), 10, 7))
        .containsExactly(max, max + "[11]", max);
  }

  @Test
  void memoryIsBoundedByTheLongestLineAllowed() throws IOException {
    long length = 300L << 20;
    InputStream endless = new Repeat((byte) 'x', length);
    try (LineReader lines = new LineReader(endless, 0, 1 << 20)) {
      assertThat(lines.next()).isTrue();
      assertThat(lines.size()).isEqualTo(length);
      assertThat(lines.line()).hasSize(LineReader.KEPT);
      assertThat(lines.bufferSize()).isLessThanOrEqualTo(4 << 20);
      assertThat(lines.next()).isFalse();
    }
  }

  /**
   * Whatever the sizes of reads, lines are those of a simple split, and offsets lead back to them.
   */
  @Test
  void randomTextsGiveTheLinesOfASimpleSplit() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(60); n > 0; n--) {
        text.append("ab\r\n\n".charAt(random.nextInt(5)));
      }
      byte[] bytes = text.toString().getBytes(UTF_8);
      int max = 1 + random.nextInt(6);
      List<String> expected = split(text.toString(), max);
      assertThat(read(bytes, max, 1 + random.nextInt(9))).as(text.toString()).isEqualTo(expected);

      int from = expected.isEmpty() ? 0 : random.nextInt(expected.size());
      try (LineReader lines = new LineReader(new ByteArrayInputStream(bytes), 0, max)) {
        for (int line = 0; line < from; line++) {
          lines.next();
        }
        int offset = (int) lines.offset();
        byte[] rest = Arrays.copyOfRange(bytes, offset, bytes.length);
        try (LineReader again =
            new LineReader(new ByteArrayInputStream(rest), from == 0 ? 0 : offset, max)) {
          List<String> found = new ArrayList<>();
          while (again.next()) {
            found.add(text(again));
          }
          assertThat(found).isEqualTo(expected.subList(from, expected.size()));
          assertThat(again.offset()).isEqualTo(bytes.length);
        }
      }
    }
  }

  private static List<String> split(String text, int max) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (!rest.isEmpty()) {
      int end = rest.indexOf('\n');
      String line = end < 0 ? rest : rest.substring(0, end);
      rest = end < 0 ? "" : rest.substring(end + 1);
      if (end >= 0 && line.endsWith("\r")) {
        line = line.substring(0, line.length() - 1);
      }
      lines.add(line.length() > max ? line.substring(0, max) + "[" + line.length() + "]" : line);
    }
    return lines;
  }

  private static List<String> read(byte[] bytes, int max, int step) throws IOException {
    List<String> found = new ArrayList<>();
    try (LineReader lines = new LineReader(new Steps(bytes, step), 0, max)) {
      while (lines.next()) {
        found.add(text(lines));
      }
    }
    return found;
  }

  private static String text(LineReader lines) {
    String line = new String(lines.line(), UTF_8);
    return lines.size() > lines.line().length ? line + "[" + lines.size() + "]" : line;
  }

  /** Gives a few bytes at a time. */
  private static final class Steps extends ByteArrayInputStream {
    private final int step;

    Steps(byte[] bytes, int step) {
      super(bytes);
      this.step = step;
    }

    @Override
    public synchronized int read(byte[] target, int offset, int length) {
      return super.read(target, offset, Math.min(length, step));
    }
  }

  /** One byte, many times. */
  private static final class Repeat extends InputStream {
    private final byte value;
    private long left;

    Repeat(byte value, long count) {
      this.value = value;
      this.left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? value : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(left, length);
      Arrays.fill(target, offset, offset + count, value);
      left -= count;
      return count;
    }
  }
}
