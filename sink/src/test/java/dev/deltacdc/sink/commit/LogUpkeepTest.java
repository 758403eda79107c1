/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.LogHook;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LogUpkeepTest {

  private final ConcurrentLinkedQueue<String> ran = new ConcurrentLinkedQueue<>();
  private final CountDownLatch slow = new CountDownLatch(1);
  private final CountDownLatch started = new CountDownLatch(1);

  private record Hook(String name, long version, Work work) implements LogHook {
    @Override
    public void run() throws IOException {
      work.run();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private LogHook hook(String name, long version) {
    return new Hook(name, version, () -> ran.add(name + " " + version));
  }

  private LogHook slowCheckpoint(long version) {
    return new Hook(
        "checkpoint",
        version,
        () -> {
          started.countDown();
          try {
            assertThat(slow.await(30, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          ran.add("checkpoint " + version);
        });
  }

  private static LogUpkeep upkeep() {
    return new LogUpkeep("t", new CommitterMetrics(new UnregisteredMetricsGroup(), "t"));
  }

  @Test
  void ofTheCheckpointsThatWaitOnlyTheLastIsMade() throws Exception {
    LogUpkeep upkeep = upkeep();
    upkeep.submit(List.of(hook("checksum", 10), slowCheckpoint(10)));
    assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    for (long version : new long[] {20, 30, 40}) {
      upkeep.submit(List.of(hook("checksum", version), hook("checkpoint", version)));
    }
    slow.countDown();
    upkeep.close();
    assertThat(ran)
        .containsExactly(
            "checksum 10",
            "checkpoint 10",
            "checksum 20",
            "checksum 30",
            "checksum 40",
            "checkpoint 40");
    assertThat(upkeep.takeCheckpointed()).isTrue();
    assertThat(upkeep.takeCheckpointed()).isFalse();
  }

  @Test
  void aFailureHarmsNothing() throws Exception {
    LogUpkeep upkeep = upkeep();
    upkeep.submit(
        List.of(
            new Hook(
                "checkpoint",
                10,
                () -> {
                  throw new IOException("injected");
                })));
    upkeep.submit(List.of(hook("checksum", 11)));
    upkeep.close();
    assertThat(ran).containsExactly("checksum 11");
    assertThat(upkeep.takeCheckpointed()).isFalse();
  }
}
