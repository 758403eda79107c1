/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes that are in checkpoints: what is written here must be read for ever. */
class RowLocationSerializerTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, -2147483648, 000000000000000000",
    "1, 5, -2147483648, 00000000000000010a",
    "-1, 63, -2147483648, ffffffffffffffff7e",
    "258, 64, -2147483648, 00000000000001028001",
    "258, 2147483647, -2147483648, 0000000000000102feffffff0f",
    "258, 3, 20000, 000000000000010207c0b802",
    "258, 3, -1, 00000000000001020701",
  })
  void hasTheseBytes(long fileId, int position, int day, String hex) throws IOException {
    RowLocation location = new RowLocation(fileId, position, day);
    DataOutputSerializer out = new DataOutputSerializer(16);
    RowLocationSerializer.INSTANCE.serialize(location, out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(hex);
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(hex));
    assertThat(RowLocationSerializer.INSTANCE.deserialize(in)).isEqualTo(location);
  }
}
