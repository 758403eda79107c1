/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of parts as full snapshots. */
class FileListingTest {

  @TempDir Path folder;

  @Test
  void eachFolderIsOneInTheOrderOfVersions() throws IOException {
    write("20/part-1.csv");
    write("20/part-0.csv");
    write("20/_temporary/part-0.csv");
    write("3/part-0.csv");
    FileListing listing = listing(null);
    assertThat(names(listing)).containsExactly("3", "20");
    assertThat(
            listing.parts(listing.list().get(1).getPath()).files().stream()
                .map(file -> file.getPath().getName()))
        .containsExactly("part-0.csv", "part-1.csv");
    assertThat(listing.list().get(1).getLen()).isEqualTo(4);
  }

  @Test
  void oneThatIsNotThereYetIsLeftOut() throws IOException {
    Files.createDirectories(folder.resolve("1"));
    write("2/part-0.csv");
    write("3/part-0.csv");
    write("3/done");
    Files.createDirectories(folder.resolve("4"));
    write("4/done");
    assertThat(names(listing(null))).containsExactly("2", "3", "4");
    // With its marker a folder without parts is an empty snapshot.
    FileListing marked = listing("done");
    assertThat(names(marked)).containsExactly("3", "4");
    assertThat(marked.parts(marked.list().get(0).getPath()).files()).hasSize(1);
  }

  @Test
  void whatHasNoPlaceInASeriesIsRefused() throws IOException {
    write("readme.md");
    assertThatThrownBy(() -> listing(null).list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("readme.md is a file");
    Files.delete(folder.resolve("readme.md"));
    write("1/region/part-0.csv");
    assertThatThrownBy(() -> listing(null).list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("region is a folder in the folder of a full snapshot");
  }

  @Test
  void folderWithVersionsThatDoNotAscendAreRefused() throws IOException {
    write("3/part-0.csv");
    write("v03/part-0.csv");
    FileListing listing = listing(null);
    assertThatThrownBy(() -> listing.checkAscending(List.of(), listing.list()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("comes with the version of")
        .hasMessageContaining("one folder each");
  }

  private FileListing listing(@Nullable String marker) {
    return new FileListing(
        new org.apache.flink.core.fs.Path(folder.toUri()),
        new SnapshotFiles(SnapshotVersion.NUMBER, false, false, true, marker));
  }

  private static List<String> names(FileListing listing) throws IOException {
    return listing.list().stream().map(file -> file.getPath().getName()).toList();
  }

  private void write(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "1\n");
  }
}
