/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRemovalTest {
  @TempDir private Path temp;

  @RepeatedTest(50)
  void twoAtOnceDoNotDisturbEachOther() throws Exception {
    Path folder = checkpoints();
    CyclicBarrier start = new CyclicBarrier(2);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> assertThatCode(() -> removeAt(start, folder)).doesNotThrowAnyException());

    removeAt(start, folder);

    other.get(1, TimeUnit.MINUTES);
    assertThat(folder).doesNotExist();
  }

  @Test
  void aFolderThatIsNotThereIsRemoved() {
    assertThatCode(() -> FolderRemoval.remove(temp.resolve("none"))).doesNotThrowAnyException();
  }

  private static void removeAt(CyclicBarrier start, Path folder) throws Exception {
    start.await(1, TimeUnit.MINUTES);
    FolderRemoval.remove(folder);
  }

  private Path checkpoints() throws IOException {
    Path folder = temp.resolve("checkpoints");
    for (int checkpoint = 0; checkpoint < 8; checkpoint++) {
      Path files = Files.createDirectories(folder.resolve("job").resolve("chk-" + checkpoint));
      for (String file : new String[] {"_metadata", "a", "b"}) {
        Files.writeString(files.resolve(file), file);
      }
    }
    return folder;
  }
}
