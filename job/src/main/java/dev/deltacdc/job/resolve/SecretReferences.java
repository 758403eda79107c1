/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Literal;
import dev.deltacdc.job.pipeline.OptionSpec;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.SettingSpec;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.flink.configuration.GlobalConfiguration;

/**
 * References in the values of options and settings: {@code ${env:NAME}}, an environment variable,
 * and {@code ${file:PATH}}, a file's text without the line end at its end. They are read once,
 * where the pipeline is started; what they stood for is {@linkplain #hide hidden} in all that is
 * printed. Any other {@code ${…}} is left as it is, for Kafka's own config providers, say.
 */
public final class SecretReferences {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]*)\\}");
  private static final long LONGEST_FILE = 1 << 20;

  private final Path baseDir;
  private final UnaryOperator<String> environment;
  private final Diagnostics diagnostics;

  /** Longer values first, since one may be part of another. */
  private final Map<String, String> referenceByValue =
      new TreeMap<>(
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));

  /**
   * @param baseDir the folder of the pipeline file, where relative paths start
   * @param environment a variable's value by name, {@code null} if it is not set
   */
  public SecretReferences(
      Path baseDir, UnaryOperator<String> environment, Diagnostics diagnostics) {
    this.baseDir = baseDir;
    this.environment = environment;
    this.diagnostics = diagnostics;
  }

  /** The pipeline with the values in place of their references; what cannot be read is an error. */
  public Pipeline resolve(Pipeline pipeline) {
    return new Pipeline(
        pipeline.file(),
        pipeline.statements().stream().map(this::resolve).toList(),
        pipeline.complete());
  }

  /** The same for settings of the command line. */
  public Map<String, String> resolve(Map<String, String> settings) {
    Map<String, String> resolved = new TreeMap<>();
    settings.forEach((key, value) -> resolved.put(key, setting(key, value, Position.START)));
    return resolved;
  }

  /** The text with references again where it tells what they stood for. */
  public String hide(String text) {
    String hidden = text;
    for (Map.Entry<String, String> secret : referenceByValue.entrySet()) {
      hidden = hidden.replace(secret.getKey(), secret.getValue());
    }
    return hidden;
  }

  private Statement resolve(Statement statement) {
    if (statement instanceof SourceSpec source) {
      List<OptionSpec> options =
          source.with().stream()
              .map(
                  option ->
                      new OptionSpec(
                          option.key(),
                          literal(
                              option.value(),
                              value(option.value().text(), option.value().position()))))
              .toList();
      return new SourceSpec(source.name(), source.columns(), options, source.position());
    }
    if (statement instanceof SettingSpec setting) {
      Literal value = setting.value();
      return new SettingSpec(
          setting.key(),
          literal(value, setting(setting.key().text(), value.text(), value.position())),
          setting.position());
    }
    return statement;
  }

  private static Literal literal(Literal value, String text) {
    return text.equals(value.text()) ? value : new Literal(text, value.position());
  }

  private String setting(String key, String value, Position position) {
    String resolved = value(value, position);
    if (!resolved.equals(value) && !hidesValueOf(key)) {
      diagnostics.notice(
          new Problem(
              Rule.SECRET_SHOWN,
              position,
              "Flink shows the value of '" + key + "' on its web page: it must not be secret."));
    }
    return resolved;
  }

  private static boolean hidesValueOf(String key) {
    return GlobalConfiguration.isSensitive(key);
  }

  private String value(String text, Position position) {
    Matcher references = REFERENCE.matcher(text);
    return references.replaceAll(
        reference -> {
          String value = look(reference, position);
          if (value == null) {
            return Matcher.quoteReplacement(reference.group());
          }
          if (!value.isEmpty()) {
            referenceByValue.putIfAbsent(value, reference.group());
          }
          return Matcher.quoteReplacement(value);
        });
  }

  @Nullable
  private String look(MatchResult reference, Position position) {
    return reference.group(1).equals("env")
        ? variable(reference.group(2), position)
        : file(reference.group(2), position);
  }

  @Nullable
  private String variable(String name, Position position) {
    String value = environment.apply(name);
    if (value == null) {
      diagnostics.error(
          new Problem(
              Rule.UNSET_VARIABLE,
              position,
              "The environment variable " + name + " is not set.",
              "Set it where this command runs; to validate, any value will do."));
    }
    return value;
  }

  @Nullable
  private String file(String name, Position position) {
    try {
      Path path = baseDir.resolve(name);
      if (!Files.isRegularFile(path)) {
        return unreadable(name, "there is no such file", position);
      }
      if (Files.size(path) > LONGEST_FILE) {
        return unreadable(name, "it is larger than 1 MiB", position);
      }
      return Files.readString(path).replaceFirst("\\R\\z", "");
    } catch (IOException | InvalidPathException e) {
      return unreadable(name, e.getMessage(), position);
    }
  }

  @Nullable
  private String unreadable(String name, String why, Position position) {
    diagnostics.error(
        new Problem(
            Rule.UNREADABLE_FILE,
            position,
            "Cannot read the file " + name + ": " + why + ".",
            "A relative path starts at the pipeline file's folder."));
    return null;
  }
}
