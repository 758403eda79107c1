/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static dev.deltacdc.job.source.SourceFixture.run;
import static dev.deltacdc.job.source.SourceFixture.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FilesSourceITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static final RowType ROW =
      RowType.of(
          new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"id", "valor"});

  @TempDir Path dir;

  @Test
  void readsAFolderWithAllFoldersInItButHiddenFiles() throws Exception {
    write("feed/b.csv", "2,two\n");
    write("feed/a.csv", "1,one\n\n3,three");
    write("feed/deep/er/c.csv", "4,four\r\n5,\r\n");
    write("feed/.hidden.csv", "9,nine\n");
    write("feed/_SUCCESS", "9,nine\n");
    write("feed/_tmp/d.csv", "9,nine\n");

    var result =
        run(source(dir, ROW, "connector", "filesystem", "path", "feed", "format", "csv"), 2);

    assertThat(result.rows())
        .containsExactlyInAnyOrder(
            "feed/a.csv:1: 1, one",
            "feed/a.csv:3: 3, three",
            "feed/b.csv:1: 2, two",
            "feed/deep/er/c.csv:1: 4, four",
            "feed/deep/er/c.csv:2: 5, null");
    assertThat(result.rejected()).isEmpty();
  }

  @Test
  void oneReaderReadsFilesInTheOrderOfTheirPaths() throws Exception {
    for (int i = 0; i < 30; i++) {
      write("feed/f%02d.csv".formatted((i * 7) % 30), "%d,x\n".formatted((i * 7) % 30));
    }
    var result =
        run(source(dir, ROW, "connector", "filesystem", "path", "feed", "format", "csv"), 1);
    assertThat(result.rows()).hasSize(30).isSorted();
  }

  @Test
  void findsColumnsByTheHeaderOfEachFile() throws Exception {
    write("feed/a.csv", "\uFEFFid,valor\r\n1,one\r\n");
    write("feed/b.csv", "VALOR,extra,Id\ntwo,x,2\n\"th\"\"ree\",x,3\n");
    write("feed/empty.csv", "");

    var result =
        run(
            source(
                dir,
                ROW,
                "connector",
                "filesystem",
                "path",
                "feed",
                "format",
                "csv",
                "csv.header",
                "true"),
            2);

    assertThat(result.rows())
        .containsExactlyInAnyOrder(
            "feed/a.csv:2: 1, one", "feed/b.csv:2: 2, two", "feed/b.csv:3: 3, th\"ree");
  }

  @Test
  void aHeaderWithoutAColumnIsAnErrorBeforeTheJobRuns() throws Exception {
    write("feed/a.csv", "id,valor\n1,one\n");
    write("feed/b.csv", "id,valro\n1,one\n");
    assertThatThrownBy(
            () ->
                run(
                    source(
                        dir,
                        ROW,
                        "connector",
                        "filesystem",
                        "path",
                        "feed",
                        "format",
                        "csv",
                        "csv.header",
                        "true"),
                    1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "source 'feed': feed/b.csv: the header has no column 'valor'; is 'valro' meant?:"
                + " id,valro");
  }

  @Test
  void aMissingPathIsAnErrorBeforeTheJobRuns() {
    assertThatThrownBy(
            () ->
                run(
                    source(
                        dir, ROW, "connector", "filesystem", "path", "none.csv", "format", "csv"),
                    1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("source 'feed': there is no file or folder")
        .hasMessageContaining("none.csv");
  }

  @Test
  void badLinesGoToTheSideOutputWithTheirPlaceAndBytes() throws Exception {
    write(
        "feed.csv", "1,one\nx,two\n3\n\"4,four\n5,five\n" + "6," + "s".repeat(2000) + "\n7,seven");

    var result =
        run(
            source(
                dir,
                ROW,
                "connector",
                "filesystem",
                "path",
                "feed.csv",
                "format",
                "csv",
                "source.max-record-size",
                "1 kb"),
            1);

    assertThat(result.rows())
        .containsExactly("feed.csv:1: 1, one", "feed.csv:5: 5, five", "feed.csv:7: 7, seven");
    assertThat(result.rejected())
        .extracting(RejectedEvent::position, RejectedEvent::reason, RejectedEvent::message)
        .containsExactly(
            tuple("feed.csv:2", "misfit", "column 'id': 'x' is not a number, INT needs one"),
            tuple("feed.csv:3", "unparsable", "the line has 1 field, the table has 2"),
            tuple(
                "feed.csv:4",
                "unparsable",
                "is not CSV at field 1: Missing closing quote for value (a record is one line)"),
            tuple(
                "feed.csv:6",
                "unparsable",
                "the record has 2002 bytes, more than 'source.max-record-size' allows; only its"
                    + " beginning is kept"));
    RejectedEvent first = result.rejected().get(0);
    assertThat(first.flow()).isEqualTo("feed");
    assertThat(first.source()).isEqualTo("feed");
    assertThat(first.raw()).isEqualTo("x,two".getBytes(StandardCharsets.UTF_8));
    assertThat(first.timeMillis())
        .isEqualTo(Files.getLastModifiedTime(dir.resolve("feed.csv")).toMillis());
    assertThat(result.rejected().get(3).raw()).hasSize(1024);
    assertThat(result.counts())
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "read"), 7L)
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "rejected"), 4L)
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "rejected/misfit"), 1L);
  }

  @Test
  void readsCompressedFiles() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("{\"id\":1,\"valor\":\"one\"}\n{\"id\":2}".getBytes(StandardCharsets.UTF_8));
    }
    Files.write(dir.resolve("feed.json.gz"), bytes.toByteArray());
    var result =
        run(
            source(dir, ROW, "connector", "filesystem", "path", "feed.json.gz", "format", "json"),
            1);
    assertThat(result.rows()).containsExactly("feed.json.gz:1: 1, one", "feed.json.gz:2: 2, null");
  }

  @Test
  void namesWithColonsAndSpacesAreRead() throws Exception {
    write("feed/2026-01-01T00:00:00.json", "{\"id\":1}\n");
    write("feed/a b:c/x é.json", "{\"id\":2}\n");

    var result =
        run(source(dir, ROW, "connector", "filesystem", "path", "feed", "format", "json"), 1);

    assertThat(result.rows())
        .containsExactly(
            "feed/2026-01-01T00:00:00.json:1: 1, null", "feed/a b:c/x é.json:1: 2, null");
  }

  @Test
  void aHeaderThatIsNotDeclaredIsAnErrorBeforeTheJobRuns() throws Exception {
    write("feed/a.csv", "\nId,valor\n1,one\n");
    assertThatThrownBy(
            () ->
                run(
                    source(dir, ROW, "connector", "filesystem", "path", "feed", "format", "csv"),
                    1))
        .hasMessage(
            "source 'feed': feed/a.csv: the first line holds the columns' names. Set 'csv.header' = 'true'");
  }

  @Test
  void withOnInvalidFailTheJobStopsAtTheFirstBadRecord() throws Exception {
    write("feed.csv", "1,one\nx,two\n");
    SourceDefinition feed =
        source(dir, ROW, "connector", "filesystem", "path", "feed.csv", "format", "csv");

    assertThatThrownBy(
            () ->
                run(
                    new SourceDefinition(
                        feed.name(),
                        feed.schema(),
                        feed.options(),
                        feed.baseDir(),
                        feed.zone(),
                        OnInvalid.FAIL),
                    1))
        .hasStackTraceContaining("feed cannot take the event at feed feed.csv:2: misfit")
        .hasStackTraceContaining("SuppressRestartsException");
  }

  private void write(String file, String text) throws IOException {
    Path path = dir.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
