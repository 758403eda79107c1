/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.TableManager;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What only helps to read the log is lost or wrong, or old entries are cleaned up: all goes on. */
class LogDamageTest {

  @TempDir Path directory;

  enum Damage {
    NO_LAST_CHECKPOINT {
      @Override
      void to(Path log) throws IOException {
        Files.delete(log.resolve("_last_checkpoint"));
      }
    },
    GARBAGE_IN_LAST_CHECKPOINT {
      @Override
      void to(Path log) throws IOException {
        Files.writeString(log.resolve("_last_checkpoint"), "{\"version\":");
      }
    },
    LAST_CHECKPOINT_OF_A_VERSION_WITHOUT_CHECKPOINT {
      @Override
      void to(Path log) throws IOException {
        Files.writeString(log.resolve("_last_checkpoint"), "{\"version\":11,\"size\":3}");
      }
    },
    NO_CHECKPOINT {
      @Override
      void to(Path log) throws IOException {
        Files.delete(log.resolve("00000000000000000010.checkpoint.parquet"));
        Files.delete(log.resolve("_last_checkpoint"));
      }
    },
    NO_CHECKSUMS {
      @Override
      void to(Path log) throws IOException {
        for (int version = 0; version <= 12; version++) {
          Files.deleteIfExists(log.resolve(String.format("%020d.crc", version)));
        }
      }
    },
    GARBAGE_IN_CHECKSUMS {
      @Override
      void to(Path log) throws IOException {
        for (int version = 0; version <= 12; version++) {
          Files.writeString(log.resolve(String.format("%020d.crc", version)), "{\"tableSizeB");
        }
      }
    },
    ENTRIES_BEFORE_THE_CHECKPOINT_CLEANED_UP {
      @Override
      void to(Path log) throws IOException {
        for (int version = 0; version <= 9; version++) {
          Files.delete(log.resolve(String.format("%020d.json", version)));
          Files.deleteIfExists(log.resolve(String.format("%020d.crc", version)));
        }
      }
    };

    abstract void to(Path log) throws IOException;
  }

  /** At version 12, with a checkpoint of version 10; state of checkpoint 12. */
  private OperatorSubtaskState fill(CommitterHarness committer) throws Exception {
    OperatorSubtaskState state = null;
    for (int checkpoint = 1; checkpoint <= 12; checkpoint++) {
      state = committer.commit(checkpoint, committer.file(checkpoint));
      if (checkpoint == 10) {
        // The committer's own is written in its own time, of a later version perhaps.
        Engine engine = DefaultEngine.create(new Configuration());
        try {
          TableManager.loadSnapshot(committer.table.path()).build(engine).writeCheckpoint(engine);
        } catch (CheckpointAlreadyExistsException | FileAlreadyExistsException e) {
          // The committer's own was in time, or writes the pointer to its own right now.
        }
      }
    }
    return state;
  }

  private static Integer[] upTo(int last) {
    return IntStream.rangeClosed(1, last).boxed().toArray(Integer[]::new);
  }

  @ParameterizedTest
  @EnumSource
  void betweenRuns(Damage damage) throws Exception {
    for (boolean upsert : new boolean[] {true, false}) {
      try (CommitterHarness committer =
          new CommitterHarness(directory.resolve("upsert " + upsert), upsert).open()) {
        OperatorSubtaskState state = fill(committer);
        committer.close();
        damage.to(Path.of(committer.table.path(), "_delta_log"));
        committer.open(state, 12);
        committer.commit(13, committer.file(13));
        assertThat(committer.ids()).containsExactly(upTo(13));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void duringARun(Damage damage) throws Exception {
    for (boolean upsert : new boolean[] {true, false}) {
      try (CommitterHarness committer =
          new CommitterHarness(directory.resolve("upsert " + upsert), upsert).open()) {
        OperatorSubtaskState state = fill(committer);
        // Its log upkeep has ended by now: the files are not written again under the test.
        committer.close();
        committer.open(state, 12);
        damage.to(Path.of(committer.table.path(), "_delta_log"));
        committer.foreignCommit("VACUUM END");
        committer.commit(13, committer.file(13));
        committer.commit(14, committer.file(14));
        assertThat(committer.ids()).containsExactly(upTo(14));
      }
    }
  }
}
