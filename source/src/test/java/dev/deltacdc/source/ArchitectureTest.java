/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The source is of use to any Flink job, and knows Delta through the module delta only. */
@AnalyzeClasses(
    packages = "dev.deltacdc.source",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule KNOWS_NEITHER_SINK_NOR_APPLICATION_NOR_DELTA_ITSELF =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.deltacdc.functions..",
              "dev.deltacdc.sink..",
              "dev.deltacdc.job..",
              "io.delta..",
              "org.apache.hadoop..",
              "org.apache.parquet..",
              "org.apache.flink.table.planner..");

  @ArchTest
  static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS =
      noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helper)");

  @ArchTest static final ArchRule LOGS_THROUGH_SLF4J = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

  @ArchTest static final ArchRule PRINTS_NOTHING = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
}
