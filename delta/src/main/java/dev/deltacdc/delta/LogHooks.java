/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.hook.PostCommitHook;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Kernel's work after a commit as deferred hooks: the checksum first, since the checkpoint is
 * verified against it.
 */
final class LogHooks {

  private LogHooks() {}

  static List<LogHook> of(TableSnapshot after, List<PostCommitHook> kernelHooks) {
    List<LogHook> checksums = new ArrayList<>();
    List<LogHook> checkpoints = new ArrayList<>();
    for (PostCommitHook hook : kernelHooks) {
      switch (hook.getType()) {
        case CHECKSUM_SIMPLE ->
            checksums.add(
                new Hook("checksum", after.version(), () -> hook.threadSafeInvoke(after.engine())));
        case CHECKPOINT ->
            checkpoints.add(
                new Hook("checkpoint", after.version(), () -> VerifiedCheckpoint.write(after)));
        default -> {
          // A full checksum would read the whole log at every commit: see
          // TableSnapshot.withChecksum. Log compaction is off.
        }
      }
    }
    checksums.addAll(checkpoints);
    return List.copyOf(checksums);
  }

  private interface Work {
    void run() throws IOException;
  }

  private record Hook(String name, long version, Work work) implements LogHook {
    @Override
    public void run() throws IOException {
      work.run();
    }
  }
}
