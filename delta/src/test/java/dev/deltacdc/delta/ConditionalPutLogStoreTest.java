/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it does on S3 is tested by the module {@code e2e}. */
class ConditionalPutLogStoreTest {

  private static final String NAME = ConditionalPutLogStore.class.getName();

  @TempDir Path folder;

  @Test
  void aFileSystemWithoutConditionalPutsIsRefusedForGood() {
    TableStore store =
        TableStore.open(
            folder.resolve("t").toString(), Map.of("io.delta.kernel.logStore.file.impl", NAME));

    assertThatThrownBy(() -> store.createOrCheck(DeltaTable.of("t", TestTable.ID_NAME), true))
        .isInstanceOfSatisfying(
            TableException.class, refused -> assertThat(refused.permanent()).isTrue())
        .hasMessageContaining("hadoop-aws can since 3.4.2")
        .hasMessageContaining("io.delta.storage.S3SingleDriverLogStore");
    assertThat(folder.resolve("t/_delta_log")).isEmptyDirectory();
  }

  @Test
  void s3HasItUnlessTheUserSaysOtherwise() {
    Configuration settings = TableEngine.create(Map.of()).hadoop();
    assertThat(settings.get("io.delta.kernel.logStore.s3a.impl")).isEqualTo(NAME);
    assertThat(settings.get("io.delta.kernel.logStore.s3.impl")).isEqualTo(NAME);

    String own = "io.delta.kernel.logStore.s3a.impl";
    assertThat(TableEngine.create(Map.of(own, "other")).hadoop().get(own)).isEqualTo("other");
  }
}
