/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.util.SerializedThrowable;
import org.junit.jupiter.api.Test;

class RootCauseTest {

  /** Stands for the exceptions of this project, which say what to do. */
  private static final class OwnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OwnException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  @Test
  void isTheInnermostCauseWithItsType() {
    Throwable failure =
        new CompletionException(
            new JobExecutionException(
                null, "Job execution failed.", new ArithmeticException("/ by zero")));

    assertThat(RootCause.of(failure)).isEqualTo("ArithmeticException: / by zero");
  }

  @Test
  void isTheMessageOfAnOwnExceptionWhateverCausedIt() {
    Throwable failure =
        new RuntimeException(
            new OwnException("The table moved on. Do this.", new java.io.IOException("x")));

    assertThat(RootCause.of(failure)).isEqualTo("The table moved on. Do this.");
    assertThat(RootCause.of(new SerializedThrowable(failure)))
        .isEqualTo("The table moved on. Do this.");
  }

  @Test
  void isOneLine() {
    assertThat(RootCause.of(new IllegalArgumentException("first\n  second")))
        .isEqualTo("first second");
  }

  @Test
  void isTheTypeWhenNothingSaysMore() {
    assertThat(RootCause.of(new NullPointerException())).isEqualTo("NullPointerException");
  }
}
