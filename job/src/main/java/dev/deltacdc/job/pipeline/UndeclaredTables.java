/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The tables that a file reads without declaring them. */
public final class UndeclaredTables {

  private UndeclaredTables() {}

  /** Names that queries and flows read and no statement declares, each where it stands first. */
  public static List<TableName> undeclared(Pipeline pipeline) {
    Set<TableName> known = new HashSet<>();
    Stream.of(
            pipeline.sources().stream().map(SourceSpec::name),
            pipeline.views().stream().map(ViewSpec::name),
            pipeline.tables().stream().map(StreamingTableSpec::name),
            pipeline.snapshots().stream().map(SnapshotSpec::name))
        .flatMap(names -> names)
        .forEach(known::add);
    List<TableName> undeclared = new ArrayList<>();
    for (TableName name : read(pipeline)) {
      if (known.add(name)) {
        undeclared.add(name);
      }
    }
    return undeclared;
  }

  private static List<TableName> read(Pipeline pipeline) {
    List<TableName> read = new ArrayList<>();
    pipeline.cdcFlows().forEach(flow -> read.add(flow.source()));
    pipeline.appendFlows().forEach(flow -> read.addAll(of(flow.query(), flow.namespace())));
    pipeline.views().forEach(view -> read.addAll(of(view.query(), view.namespace())));
    pipeline.materializedViews().forEach(view -> read.addAll(of(view.query(), view.namespace())));
    read.sort((a, b) -> a.position().compareTo(b.position()));
    return read;
  }

  /** Without common table expressions. */
  private static List<TableName> of(SqlText query, Namespace namespace) {
    Set<TableName> expressions = expressions(query, namespace);
    return TableReferences.in(query, namespace).stream()
        .filter(name -> !expressions.contains(name))
        .toList();
  }

  /** What stands before {@code AS (}, with columns behind it or without. */
  private static Set<TableName> expressions(SqlText query, Namespace namespace) {
    List<SqlText.Word> words = query.words();
    Set<TableName> names = new HashSet<>();
    for (int i = 1; i + 1 < words.size(); i++) {
      if (words.get(i).text().equalsIgnoreCase("AS") && words.get(i + 1).text().equals("(")) {
        SqlText.Word name = words.get(nameBefore(words, i));
        String text = name.text().replace("`", "");
        names.add(namespace.qualify(List.of(text), name.position()));
      }
    }
    return names;
  }

  private static int nameBefore(List<SqlText.Word> words, int as) {
    int name = as - 1;
    if (words.get(name).text().equals(")")) {
      while (name > 0 && !words.get(name).text().equals("(")) {
        name--;
      }
      name = Math.max(0, name - 1);
    }
    return name;
  }

  /** A notice. */
  public static Problem readFromLake(TableName name) {
    return new Problem(
        Rule.READ_FROM_LAKE,
        name.position(),
        "No statement declares "
            + name
            + ": it is the Delta table of that name in the lake, read with all its columns.");
  }

  /** Of a table whose columns the file leaves out; {@code why} is a sentence. */
  public static Problem notRead(TableName name, String why) {
    return new Problem(
        Rule.LAKE_NOT_READ,
        name.position(),
        "The columns of " + name + " cannot be read: " + why,
        "Make the table, or declare its columns here.");
  }
}
