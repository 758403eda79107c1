/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The sink is of use to any Flink job, and knows Delta through the module delta only. */
@AnalyzeClasses(
    packages = "dev.deltacdc.sink",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule KNOWS_NEITHER_EVENTS_NOR_THE_APPLICATION_NOR_THE_PLANNER =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.deltacdc.functions..",
              "dev.deltacdc.job..",
              "org.apache.flink.table.planner..",
              "org.apache.calcite..",
              "com.esotericsoftware..");

  @ArchTest
  static final ArchRule TOUCHES_NO_DELTA_AND_NO_FILES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delta..", "org.apache.hadoop..", "org.apache.parquet..");

  @ArchTest
  static final ArchRule WRITERS_KNOW_NO_COMMITTER =
      noClasses()
          .that()
          .resideInAnyPackage("dev.deltacdc.sink.index..", "dev.deltacdc.sink.write..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.deltacdc.sink.commit..");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("dev.deltacdc.sink.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS =
      noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helper)");

  @ArchTest static final ArchRule LOGS_THROUGH_SLF4J = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

  @ArchTest static final ArchRule PRINTS_NOTHING = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
}
