/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

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
 * Keeps the tables that a test leaves in its temporary folder, with their rows as Delta Kernel
 * reads them and the test has checked them: the other readers must find the same.
 */
public final class KeepsTables implements AfterEachCallback {
  private static final Pattern INVOCATION = Pattern.compile("#(\\d+)]$");

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    if (context.getExecutionException().isPresent()) {
      return;
    }
    Matcher invocation = INVOCATION.matcher(context.getUniqueId());
    E2eFolder folder =
        E2eFolder.fresh(
            "%s/%s%s"
                .formatted(
                    context.getRequiredTestClass().getSimpleName(),
                    context.getRequiredTestMethod().getName(),
                    invocation.find() ? invocation.group(1) : ""));
    Object test = context.getRequiredTestInstance();
    for (Field field : test.getClass().getDeclaredFields()) {
      if (field.isAnnotationPresent(TempDir.class)) {
        field.setAccessible(true);
        keep((Path) field.get(test), folder);
      }
    }
  }

  private static void keep(Path temp, E2eFolder folder) throws IOException {
    for (Path log : paths(temp, path -> path.endsWith("_delta_log"))) {
      Path from = log.getParent();
      String name = temp.relativize(from).toString();
      for (Path file : paths(from, path -> !path.getFileName().toString().startsWith("."))) {
        if (Files.isRegularFile(file)) {
          Path to = folder.table(name).resolve(from.relativize(file).toString());
          Files.createDirectories(to.getParent());
          Files.copy(file, to);
        }
      }
      Path table = folder.table(name);
      folder.expect(name, TableContent.columns(table), TableContent.read(table));
    }
  }

  private static List<Path> paths(Path root, Predicate<Path> which) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.filter(which).toList();
    }
  }
}
