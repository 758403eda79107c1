/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.SqlText;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Flink's parser makes DECIMAL(40, 2) a DECIMAL(38, 2) without a word; here it is an error. */
final class DecimalDigits {

  private static final Set<String> TYPES = Set.of("DECIMAL", "DEC", "NUMERIC");
  private static final BigInteger MOST = BigInteger.valueOf(38);

  private DecimalDigits() {}

  static void check(SqlText text, Diagnostics diagnostics) {
    List<SqlText.Word> words = text.words();
    for (int i = 0; i + 2 < words.size(); i++) {
      String digits = words.get(i + 2).text();
      if (TYPES.contains(words.get(i).text().toUpperCase(Locale.ROOT))
          && words.get(i + 1).text().equals("(")
          && digits.matches("[0-9]+")
          && new BigInteger(digits).compareTo(MOST) > 0) {
        diagnostics.error(ResolveErrors.tooManyDigits(words.get(i + 2).position(), digits));
      }
    }
  }
}
