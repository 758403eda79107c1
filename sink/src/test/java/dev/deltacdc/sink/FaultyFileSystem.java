/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.storage.LocalLogStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk as {@code faulty:/…}: the n-th operation goes wrong, once. Operations are those of
 * the callers' threads; the upkeep of the log runs beside them, in no fixed order.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {

  /** How an operation goes wrong. */
  enum Fault {
    /** Nothing is done. */
    NOT_DONE,
    /** All is done, but the answer is an error. */
    DONE_UNKNOWN,
    /** A data file or vector is closed without an error, but its second half is lost. */
    SHORT,
    /** All is done, but it takes {@link #SLOW_MILLIS}. */
    SLOW
  }

  static final long SLOW_MILLIS = 400;

  private static final URI NAME = URI.create("faulty:///");
  private static final AtomicInteger LEFT = new AtomicInteger();
  private static volatile Fault fault;
  private static volatile String hit;

  /** Hadoop settings by which a table's store uses it. */
  static Map<String, String> settings() {
    return Map.of(
        "fs.faulty.impl",
        FaultyFileSystem.class.getName(),
        "io.delta.kernel.logStore.faulty.impl",
        LocalLogStore.class.getName());
  }

  static void arm(Fault kind, int operation) {
    hit = null;
    fault = kind;
    LEFT.set(operation);
  }

  /** What went wrong since {@link #arm}, or null. */
  static String hit() {
    return hit;
  }

  private interface Operation<T> {
    T run() throws IOException;
  }

  /** Whether this thread is within an operation: what that does by others counts as one with it. */
  private static final ThreadLocal<Boolean> WITHIN = ThreadLocal.withInitial(() -> false);

  private static boolean isDue(String what, Object path) {
    if (Thread.currentThread().getName().startsWith("delta-log-upkeep")
        || LEFT.decrementAndGet() != 0) {
      return false;
    }
    hit = what + " " + path;
    return true;
  }

  private static <T> T pass(String what, Path path, Operation<T> operation) throws IOException {
    if (WITHIN.get() || fault == Fault.SHORT) {
      return operation.run();
    }
    boolean due = isDue(what, path);
    if (due && fault == Fault.SLOW) {
      delay();
    }
    T result = null;
    if (!due || fault == Fault.DONE_UNKNOWN || fault == Fault.SLOW) {
      WITHIN.set(true);
      try {
        result = operation.run();
      } finally {
        WITHIN.set(false);
      }
    }
    if (due && fault != Fault.SLOW) {
      throw new IOException("injected: " + fault + " " + hit);
    }
    return result;
  }

  private static void delay() throws IOException {
    try {
      assertThat(new CountDownLatch(1).await(SLOW_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the task was cancelled");
    }
  }

  @Override
  public URI getUri() {
    return NAME;
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    FSDataInputStream in = pass("open", path, () -> super.open(path, bufferSize));
    return new FSDataInputStream(new Input(in, path));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return output(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return output(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  private FSDataOutputStream output(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    FSDataOutputStream out =
        pass(
            "create",
            path,
            () -> super.create(path, overwrite, bufferSize, replication, blockSize, progress));
    return new FSDataOutputStream(new Output(out, path), null);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return pass("rename", to, () -> super.rename(from, to));
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return pass("mkdirs", path, () -> super.mkdirs(path));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return pass("delete", path, () -> super.delete(path, recursive));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return pass("list", path, () -> super.listStatus(path));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return pass("status", path, () -> super.getFileStatus(path));
  }

  /** Reading the first bytes is an operation. */
  private static final class Input extends FSInputStream {
    private final FSDataInputStream in;
    private final Path path;
    private boolean begun;

    Input(FSDataInputStream in, Path path) {
      this.in = in;
      this.path = path;
    }

    private <T> T first(Operation<T> operation) throws IOException {
      if (begun) {
        return operation.run();
      }
      begun = true;
      return pass("read", path, operation);
    }

    @Override
    public int read() throws IOException {
      return first(in::read);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return first(() -> in.read(bytes, offset, length));
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
      return in.seekToNewSource(position);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** All bytes are written by the close, which is an operation. */
  private static final class Output extends ByteArrayOutputStream {
    private final FSDataOutputStream out;
    private final Path path;
    private boolean closed;

    Output(FSDataOutputStream out, Path path) {
      this.out = out;
      this.path = path;
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      if (fault == Fault.SHORT && !path.toString().contains("_delta_log") && isDue("close", path)) {
        out.write(toByteArray(), 0, size() / 2);
        out.close();
        return;
      }
      try {
        pass(
            "close",
            path,
            () -> {
              out.write(toByteArray());
              return null;
            });
      } finally {
        out.close();
      }
    }
  }
}
