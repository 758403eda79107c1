/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Tests wait for what they want instead of sleeping, and every one can be run again as it was. */
@AnalyzeClasses(packages = "dev.deltacdc.job", importOptions = ImportOption.OnlyIncludeTests.class)
class TestStyleTest {

  @ArchTest
  static final ArchRule NOBODY_SLEEPS =
      noClasses()
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callMethod(TimeUnit.class, "sleep", long.class);

  @ArchTest
  static final ArchRule RANDOMNESS_HAS_A_SEED =
      noClasses()
          .should()
          .callConstructor(Random.class)
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(ThreadLocalRandom.class, "current");

  @ArchTest
  static final ArchRule NOTHING_IS_MOCKED =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.mockito..", "org.easymock..", "org.powermock..");
}
