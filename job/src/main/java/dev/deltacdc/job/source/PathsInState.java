/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.FileSourceSplitSerializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * How state names files. Where the source's path is relative to the folder of the pipeline file,
 * they are too, so that a folder that was moved with its pipeline, its lake and its state is not
 * read again; others are named as they are.
 *
 * @param base the path of that folder, which ends with a slash
 * @param relative whether the source's path is relative to it
 */
record PathsInState(String base, boolean relative) implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A scheme, since a relative path with a colon in it would be taken to have one. */
  private static final String SCHEME = "pipeline";

  Path toState(Path file) {
    String path = file.toUri().getPath();
    return relative && isLocal(file) && path.startsWith(base)
        ? new Path(SCHEME, null, "/" + path.substring(base.length()))
        : file;
  }

  private static boolean isLocal(Path file) {
    String scheme = file.toUri().getScheme();
    return scheme == null || scheme.equals("file");
  }

  Path fromState(Path file) {
    return SCHEME.equals(file.toUri().getScheme())
        ? local(new File(base + file.toUri().getPath().substring(1)))
        : file;
  }

  /** The path of a file or a folder of this machine, which for neither ends with a slash. */
  static Path local(File file) {
    String uri = file.toURI().toString();
    return new Path(URI.create(uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri));
  }

  SimpleVersionedSerializer<FileSourceSplit> splitSerializer() {
    return new SimpleVersionedSerializer<>() {
      @Override
      public int getVersion() {
        return FileSourceSplitSerializer.INSTANCE.getVersion();
      }

      @Override
      public byte[] serialize(FileSourceSplit split) throws IOException {
        return FileSourceSplitSerializer.INSTANCE.serialize(at(split, toState(split.path())));
      }

      @Override
      public FileSourceSplit deserialize(int version, byte[] bytes) throws IOException {
        FileSourceSplit split = FileSourceSplitSerializer.INSTANCE.deserialize(version, bytes);
        return at(split, fromState(split.path()));
      }
    };
  }

  /** The path is the id too, see {@link FilesEnumerator}, unless it tells a {@link Reread}. */
  private static FileSourceSplit at(FileSourceSplit split, Path path) {
    return new FileSourceSplit(
        Reread.of(split.splitId()) == null ? path.toString() : split.splitId(),
        path,
        split.offset(),
        split.length(),
        split.fileModificationTime(),
        split.fileSize(),
        split.hostnames(),
        split.getReaderPosition().orElse(null));
  }
}
