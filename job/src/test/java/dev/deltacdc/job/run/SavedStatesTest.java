/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.testdata.TestdataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedStatesTest {

  @TempDir Path temp;

  @Test
  void theNewestIsTheLastThatIsWhole() throws IOException {
    SavedStates states = new SavedStates(StateFolder.location(temp.resolve("a state")));
    assertThat(states.newest()).isEmpty();

    byte[] metadata =
        Files.readAllBytes(
            TestdataFolder.repository()
                .resolve("testdata/savepoints/0.1.0/savepoint")
                .resolve("_metadata"));
    put("checkpoints/job/chk-98/something", metadata);
    put("checkpoints/job/chk-99/_metadata", Arrays.copyOf(metadata, metadata.length / 2));
    assertThat(states.newest()).as("none is whole").isEmpty();

    put("savepoints/savepoint-1/_metadata", metadata);
    SavedStates.Saved newest = states.newest().orElseThrow();
    assertThat(newest.location()).endsWith("/a state/savepoints/savepoint-1");
    assertThat(newest.state().uids()).contains("source/feed/read");

    states.clear();
    assertThat(states.newest()).isEmpty();
  }

  private void put(String path, byte[] content) throws IOException {
    Path file = temp.resolve("a state").resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }
}
