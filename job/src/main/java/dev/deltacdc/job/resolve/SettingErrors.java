/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.NearestWord;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import java.time.ZoneId;
import java.util.Collection;

/** The errors of settings, one factory each. */
final class SettingErrors {

  private SettingErrors() {}

  static Problem unknown(Position at, String key, Collection<String> known) {
    return new Problem(
        Rule.UNKNOWN_SETTING,
        at,
        "There is no setting '" + key + "'.",
        NearestWord.of(key, known)
            .map(near -> "Did you mean '" + near + "'?")
            .orElse("README.md lists the settings; Flink's own options are taken too."));
  }

  static Problem twice(Position at, String key) {
    return new Problem(Rule.DUPLICATE_SETTING, at, "'" + key + "' is set twice.", "Keep one.");
  }

  static Problem malformed(Position at, String key, String value, String why) {
    return new Problem(Rule.INVALID_SETTING, at, "'" + key + "' cannot be '" + value + "'.", why);
  }

  static Problem refused(Position at, String key, String value, String why) {
    return new Problem(Rule.REFUSED_SETTING, at, "'" + key + "' cannot be '" + value + "'.", why);
  }

  static Problem zone(Position at, String zone) {
    return new Problem(
            Rule.UNKNOWN_TIME_ZONE,
            at,
            "There is no time zone '" + zone + "'.",
            "Write one such as 'Europe/Lisbon' or 'UTC'.")
        .meant(zone, ZoneId.getAvailableZoneIds());
  }
}
