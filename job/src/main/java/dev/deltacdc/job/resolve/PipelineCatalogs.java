/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.TableName;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.exceptions.DatabaseAlreadyExistException;

/**
 * The catalogs and databases of a pipeline's names, in a table environment: {@code c.d.t} is table
 * t of database d of catalog c, {@code d.t} a table of the default catalog, {@code t} of the
 * default database.
 */
public final class PipelineCatalogs {

  static final String CATALOG = "default_catalog";
  static final String DATABASE = "default_database";

  private PipelineCatalogs() {}

  /** Adds what is missing in the environment for the names, empty. */
  public static void register(TableEnvironment env, ResolvedPipeline pipeline) {
    register(env, pipeline.namespaces());
  }

  static void register(TableEnvironment env, Collection<Namespace> namespaces) {
    Set<String> known = Set.of(env.listCatalogs());
    namespaces.stream()
        .map(PipelineCatalogs::catalog)
        .distinct()
        .filter(catalog -> !known.contains(catalog))
        .forEach(
            catalog -> env.registerCatalog(catalog, new GenericInMemoryCatalog(catalog, DATABASE)));
    for (Namespace namespace : namespaces) {
      Catalog catalog = env.getCatalog(catalog(namespace)).orElseThrow();
      try {
        catalog.createDatabase(
            database(namespace),
            new CatalogDatabaseImpl(Map.of(), null),
            /* ignoreIfExists= */ true);
      } catch (DatabaseAlreadyExistException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The path of a table as SQL writes it. */
  public static String path(TableName name) {
    return identifier(name).asSerializableString();
  }

  static Namespace namespaceOf(TableName name) {
    int parts = name.parts().size();
    return new Namespace(
        parts == 3 ? name.parts().get(0) : null, parts > 1 ? name.parts().get(parts - 2) : null);
  }

  static String catalog(Namespace namespace) {
    return namespace.catalog() == null ? CATALOG : namespace.catalog();
  }

  static String database(Namespace namespace) {
    return namespace.database() == null ? DATABASE : namespace.database();
  }

  /** The namespace of {@link #rowsIdentifier}. */
  static Namespace rowsNamespaceOf(TableName name) {
    Namespace namespace = namespaceOf(name);
    return new Namespace(
        namespace.catalog(), EventOrigin.HIDDEN_PREFIX + "rows_" + database(namespace));
  }

  /**
   * Where Flink finds the rows of a table whose name stands for its changes: in another database,
   * so that its columns are still called by its name.
   */
  static ObjectIdentifier rowsIdentifier(TableName name) {
    Namespace namespace = rowsNamespaceOf(name);
    return ObjectIdentifier.of(
        catalog(namespace), database(namespace), identifier(name).getObjectName());
  }

  /** Where Flink finds the rows of a view before they are put in order by its key. */
  public static ObjectIdentifier unkeyedIdentifier(TableName name) {
    ObjectIdentifier visible = identifier(name);
    return ObjectIdentifier.of(
        visible.getCatalogName(),
        visible.getDatabaseName(),
        EventOrigin.HIDDEN_PREFIX + "unkeyed_" + visible.getObjectName());
  }

  /** Where Flink finds the table that the pipeline calls by the name. */
  static ObjectIdentifier identifier(TableName name) {
    Namespace namespace = namespaceOf(name);
    return ObjectIdentifier.of(
        catalog(namespace), database(namespace), name.parts().get(name.parts().size() - 1));
  }
}
