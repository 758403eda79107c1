/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tests wait for what they want instead of sleeping, and every one can be run again as it was. */
@AnalyzeClasses(locations = TestStyleTest.AllModules.class)
class TestStyleTest {

  /** The test classes of this module and of those it is made of, as the build left them. */
  static final class AllModules implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> test) {
      return Stream.of("functions", "sink", "job")
          .map(module -> Path.of("..", module, "target", "test-classes"))
          .peek(classes -> assertThat(classes).isDirectory())
          .map(Location::of)
          .collect(Collectors.toSet());
    }
  }

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
