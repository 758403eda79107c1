/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * From the file to the command line in one direction: pipeline, then source and resolve, then
 * topology, then run and show, then cli.
 */
@AnalyzeClasses(packages = "dev.deltacdc.job", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("dev.deltacdc.job.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule WHAT_A_FILE_SAYS_KNOWS_NO_GRAPH =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.deltacdc.job.pipeline..",
              "dev.deltacdc.job.resolve..",
              "dev.deltacdc.job.decode..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.deltacdc.job.topology..", "dev.deltacdc.job.run..");

  @ArchTest
  static final ArchRule THE_GRAPH_DOES_NOT_KNOW_WHO_RUNS_IT =
      noClasses()
          .that()
          .resideInAnyPackage("dev.deltacdc.job.topology..", "dev.deltacdc.job.source..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.deltacdc.job.run..",
              "dev.deltacdc.job.show..",
              "dev.deltacdc.job.cli..",
              "org.apache.flink.runtime.minicluster..");

  @ArchTest
  static final ArchRule ONLY_PIPELINE_PARSES =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.deltacdc.job.pipeline..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.antlr..");

  @ArchTest
  static final ArchRule ONLY_CLI_READS_ARGUMENTS =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.deltacdc.job.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..", "dev.deltacdc.job.cli..");

  @ArchTest
  static final ArchRule DELTA_IS_THE_SINKS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.delta..",
              "org.apache.parquet..",
              "dev.deltacdc.sink.index..",
              "dev.deltacdc.sink.write..",
              "dev.deltacdc.sink.commit..");

  @ArchTest
  static final ArchRule KNOWS_THE_PLANNERS_API_ALONE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.flink.table.planner..", "org.apache.calcite..", "com.esotericsoftware..");

  @ArchTest
  static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS =
      noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helper)");

  @ArchTest static final ArchRule LOGS_THROUGH_SLF4J = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
}
