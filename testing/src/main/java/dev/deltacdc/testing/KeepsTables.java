/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.testing;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keeps the tables that an end-to-end test leaves in its temporary folders, where these are fields
 * of its class, with their rows as Delta Kernel reads them: the other readers must find the same.
 * JUnit finds it by itself, so that no test has to ask for it.
 */
public final class KeepsTables implements AfterEachCallback {
  private static final Pattern INVOCATION = Pattern.compile("#(\\d+)]$");

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    Class<?> testClass = context.getRequiredTestClass();
    if (context.getExecutionException().isPresent()
        || !testClass.getSimpleName().endsWith("ITCase")) {
      return;
    }
    Matcher invocation = INVOCATION.matcher(context.getUniqueId());
    String name =
        "%s/%s%s"
            .formatted(
                testClass.getSimpleName(),
                context.getRequiredTestMethod().getName(),
                invocation.find() ? invocation.group(1) : "");
    for (Field field : testClass.getDeclaredFields()) {
      if (field.isAnnotationPresent(TempDir.class)) {
        field.setAccessible(true);
        keep((Path) field.get(context.getRequiredTestInstance()), name + "/" + field.getName());
      }
    }
  }

  private static void keep(Path folder, String name) throws IOException {
    List<Path> logs = paths(folder, path -> path.endsWith("_delta_log"));
    if (logs.isEmpty()) {
      return;
    }
    E2eFolder kept = E2eFolder.fresh(name);
    for (Path log : logs) {
      Path from = log.getParent();
      String table = folder.relativize(from).toString();
      Path to = kept.table(table);
      for (Path file : paths(from, path -> !path.getFileName().toString().startsWith("."))) {
        if (Files.isRegularFile(file)) {
          Path copy = to.resolve(from.relativize(file).toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
      kept.expect(table, TableContent.columns(to), TableContent.read(to));
    }
  }

  private static List<Path> paths(Path root, Predicate<Path> which) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.filter(which).toList();
    }
  }
}
