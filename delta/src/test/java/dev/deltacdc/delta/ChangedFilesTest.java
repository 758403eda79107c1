/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;

class ChangedFilesTest {

  private static final DeletionVector ONE = new DeletionVector("u", "one", 1, 34, 1);
  private static final DeletionVector TWO = new DeletionVector("u", "two", 1, 34, 2);

  private static LiveFile file(String path, @Nullable DeletionVector vector, String stats) {
    return new LiveFile(new DataFile(path, Map.of(), 10, 0, 5, stats), vector);
  }

  private static Predicate<LiveFile> withStats(String wanted) {
    return file -> wanted.equals(file.file().stats());
  }

  private static List<String> changes(ChangedFiles files) {
    return files.of(7, 70).stream()
        .map(
            file ->
                "%s %s of %s within %s"
                    .formatted(
                        file.change(),
                        file.file().path(),
                        id(file.file().vector()),
                        id(file.within())))
        .toList();
  }

  private static String id(@Nullable DeletionVector vector) {
    return vector == null ? "all" : vector.pathOrInline();
  }

  @Test
  void filesThatGoComeBeforeFilesThatCome() {
    ChangedFiles files = new ChangedFiles(file -> true);
    files.added(file("a", null, ""));
    files.removed(file("b", ONE, ""));

    assertThat(changes(files))
        .containsExactly("DELETE b of one within all", "INSERT a of all within all");
    assertThat(files.of(7, 70)).allMatch(file -> file.version() == 7 && file.timestamp() == 70);
  }

  @Test
  void filesOfChangesAreAllThereIsToRead() {
    ChangedFiles files = new ChangedFiles(file -> true);
    files.added(file("a", null, ""));
    files.removed(file("b", null, ""));
    files.stated(file("_change_data/c", null, ""));

    assertThat(changes(files)).containsExactly("STATED _change_data/c of all within all");
  }

  @Test
  void vectorsOfOneFileAreCompared() {
    ChangedFiles files = new ChangedFiles(file -> true);
    files.removed(file("deleted", null, ""));
    files.added(file("deleted", ONE, ""));
    files.removed(file("restored", ONE, ""));
    files.added(file("restored", null, ""));
    files.removed(file("both", ONE, ""));
    files.added(file("both", TWO, ""));
    files.removed(file("neither", TWO, ""));
    files.added(file("neither", TWO, ""));

    assertThat(changes(files))
        .containsExactly(
            "DELETE deleted of all within one",
            "DELETE both of one within two",
            "INSERT restored of all within one",
            "INSERT both of two within one");
  }

  /** The new action's bounds can be those of the rows that are left. */
  @Test
  void theStatisticsOfAnActionAreThoseOfTheRowsThatItsVectorLeaves() {
    ChangedFiles before = new ChangedFiles(withStats("before"));
    ChangedFiles after = new ChangedFiles(withStats("after"));
    for (ChangedFiles files : List.of(before, after)) {
      files.removed(file("a", ONE, "before"));
      files.added(file("a", TWO, "after"));
    }

    assertThat(changes(before)).containsExactly("DELETE a of one within two");
    assertThat(changes(after)).containsExactly("INSERT a of two within one");
  }
}
