/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.flink.core.fs.FileStatus;

/**
 * One reading of a location that is read again and again: what {@link RereadEnumerator} hands to
 * {@link RereadReader}, as the id of a split.
 *
 * @param version milliseconds since 1970
 * @param digest of the files' names, sizes and modification times when it began
 */
record Reread(long version, String digest) {

  private static final Pattern SPLIT_ID = Pattern.compile("read-time (-?[0-9]+) ([0-9a-f]+)");

  /** The reading that a split's id tells; null if it tells none. */
  @Nullable
  static Reread of(String splitId) {
    Matcher matcher = SPLIT_ID.matcher(splitId);
    return matcher.matches()
        ? new Reread(Long.parseLong(matcher.group(1)), matcher.group(2))
        : null;
  }

  String splitId() {
    return "read-time " + version + " " + digest;
  }

  /** What differs when a file came, went or was written again. */
  static String digest(SnapshotParts parts) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    for (FileStatus file : parts.files()) {
      String line =
          file.getPath() + "\n" + file.getLen() + "\n" + file.getModificationTime() + "\n";
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
