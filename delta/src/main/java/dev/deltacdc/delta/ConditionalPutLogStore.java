/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.storage.HadoopFileSystemLogStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Iterator;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Publishes log entries on S3 by a conditional put ({@code If-None-Match: *}), of which the store
 * itself lets one through, whichever process asks: hadoop-aws has it since 3.4.2. The store that
 * comes with Delta guards one process only; two of them lose acknowledged commits.
 *
 * <p>A client that answers a lost reply by a second put is refused by its own first one, so a
 * refusal does not say who was faster: the caller looks into the log.
 *
 * <p>Before the first entry in a bucket it makes sure that the store heeds the condition, on an
 * object of the log's folder that readers ignore: stores that do not know the header overwrite
 * without a word.
 */
public final class ConditionalPutLogStore extends HadoopFileSystemLogStore {

  /** Of {@code FileSystem.createFile}, and the name of the capability. */
  private static final String IF_ABSENT = "fs.option.create.conditional.overwrite";

  private static final String PROBE = ".conditional-put";

  /** What S3A makes of the answer 412, by name: the sink itself has no hadoop-aws. */
  private static final String REFUSED = "org.apache.hadoop.fs.s3a.RemoteFileChangedException";

  private static final Set<String> TRIED = ConcurrentHashMap.newKeySet();

  public ConditionalPutLogStore(Configuration hadoop) {
    super(hadoop);
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration hadoop)
      throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    while (actions.hasNext()) {
      entry.writeBytes(actions.next().getBytes(StandardCharsets.UTF_8));
      entry.write('\n');
    }
    if (overwrite) {
      put(files.create(path, true), entry.toByteArray());
      return;
    }
    requireCondition(files, path.getParent());
    try {
      putIfAbsent(files, path, entry.toByteArray());
    } catch (IOException e) {
      if (isThere(files, path, e)) {
        FileAlreadyExistsException taken = new FileAlreadyExistsException(path.toString());
        taken.initCause(e);
        throw taken;
      }
      throw e;
    }
  }

  private static boolean isThere(FileSystem files, Path path, IOException why) {
    try {
      return files.exists(path);
    } catch (IOException e) {
      why.addSuppressed(e);
      return false;
    }
  }

  private static void putIfAbsent(FileSystem files, Path path, byte[] bytes) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = files.createFile(path);
    builder.create();
    builder.must(IF_ABSENT, true);
    put(builder.build(), bytes);
  }

  /** A failure before the close must not publish what was written until then. */
  private static void put(FSDataOutputStream out, byte[] bytes) throws IOException {
    try {
      out.write(bytes);
    } catch (IOException | RuntimeException e) {
      out.abort();
      throw e;
    }
    out.close();
  }

  private static void requireCondition(FileSystem files, Path log) throws IOException {
    String bucket = files.getUri().toString();
    if (TRIED.contains(bucket)) {
      return;
    }
    Path probe = new Path(log, PROBE);
    if (!files.hasPathCapability(probe, IF_ABSENT)) {
      throw TableErrors.noConditionalPut(bucket, files.getClass().getName());
    }
    boolean wasAbsent = isAccepted(files, probe);
    if (wasAbsent && isAccepted(files, probe)) {
      throw TableErrors.conditionIgnored(bucket);
    }
    TRIED.add(bucket);
  }

  private static boolean isAccepted(FileSystem files, Path probe) throws IOException {
    try {
      putIfAbsent(files, probe, UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (IOException e) {
      if (e.getClass().getName().equals(REFUSED)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration hadoop) {
    return false;
  }
}
