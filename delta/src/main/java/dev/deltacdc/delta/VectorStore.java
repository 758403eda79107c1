/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.InvalidRoaringFormat;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads and writes deletion vectors (Delta protocol, "Deletion Vector File Storage Format").
 * Positions are unsigned 32-bit: no data file of ours or of Spark has more rows.
 */
public final class VectorStore {

  private static final byte FORMAT_VERSION = 1;

  /** Offsets are 32-bit; a commit with more goes into several files. */
  private static final int MAX_FILE_BYTES = 1 << 30;

  private final String tablePath;
  private final Configuration hadoop;
  private final int maxFileBytes;

  VectorStore(String tablePath, Configuration hadoop) {
    this(tablePath, hadoop, MAX_FILE_BYTES);
  }

  VectorStore(String tablePath, Configuration hadoop, int maxFileBytes) {
    this.tablePath = tablePath;
    this.hadoop = hadoop;
    this.maxFileBytes = maxFileBytes;
  }

  /**
   * Writes the vectors of a commit into one file and returns their descriptors by the same keys
   * (paths of the data files). Empty in, empty out, no file. Bitmaps may be compressed in place.
   */
  public Map<String, DeletionVector> write(Map<String, RoaringBitmap> positionsByPath) {
    Map<String, DeletionVector> vectors = new LinkedHashMap<>();
    VectorFile file = null;
    try {
      for (Map.Entry<String, RoaringBitmap> entry : positionsByPath.entrySet()) {
        if (file != null && file.offset > maxFileBytes) {
          VectorFile full = file;
          file = null;
          full.close();
        }
        if (file == null) {
          file = new VectorFile();
        }
        vectors.put(entry.getKey(), file.append(entry.getValue()));
      }
      if (file != null) {
        VectorFile last = file;
        file = null;
        last.close();
      }
      return vectors;
    } catch (IOException e) {
      throw TableErrors.writeFailed(tablePath, e);
    } finally {
      if (file != null) {
        file.abandon();
      }
    }
  }

  /**
   * The deleted positions; the caller owns the bitmap. Checks size, format, checksum and
   * cardinality.
   */
  public RoaringBitmap read(DeletionVector vector) {
    try {
      RoaringBitmap positions = RoaringVector.deserialize(bytes(vector));
      if (positions.getLongCardinality() != vector.cardinality()) {
        throw TableErrors.brokenVector(
            vector.uniqueId(),
            "it holds %d positions instead of %d"
                .formatted(positions.getLongCardinality(), vector.cardinality()));
      }
      return positions;
    } catch (BufferUnderflowException | InvalidRoaringFormat e) {
      throw TableErrors.brokenVector(vector.uniqueId(), "it ends early");
    } catch (IllegalArgumentException e) {
      throw TableErrors.brokenVector(vector.uniqueId(), e.getMessage());
    } catch (FileNotFoundException e) {
      throw TableErrors.fileGone(tablePath, "of deletion vector " + vector.uniqueId(), e);
    } catch (IOException e) {
      throw TableErrors.unreachable(tablePath, e);
    }
  }

  private byte[] bytes(DeletionVector vector) throws IOException {
    if (vector.storageType().equals(DeletionVectorDescriptor.INLINE_DV_MARKER)) {
      return Base85Codec.decodeBytes(vector.pathOrInline(), vector.sizeInBytes());
    }
    Path path = new Path(descriptor(vector).getAbsolutePath(tablePath));
    try (FSDataInputStream in = path.getFileSystem(hadoop).open(path)) {
      in.seek(vector.offset() == null ? 1 : vector.offset());
      int size = in.readInt();
      if (size != vector.sizeInBytes()) {
        throw TableErrors.brokenVector(
            vector.uniqueId(),
            "its size is %d instead of %d".formatted(size, vector.sizeInBytes()));
      }
      byte[] bytes = new byte[size];
      in.readFully(bytes);
      if (in.readInt() != RoaringVector.checksum(bytes)) {
        throw TableErrors.brokenVector(vector.uniqueId(), "its checksum is wrong");
      }
      return bytes;
    }
  }

  static DeletionVectorDescriptor descriptor(DeletionVector vector) {
    return new DeletionVectorDescriptor(
        vector.storageType(),
        vector.pathOrInline(),
        Optional.ofNullable(vector.offset()),
        vector.sizeInBytes(),
        vector.cardinality());
  }

  /** One file of vectors being written. */
  private final class VectorFile {
    private final UUID id = UUID.randomUUID();
    private final Path path = new Path(tablePath, "deletion_vector_" + id + ".bin");
    private final DataOutputStream out;
    private int offset = 1;

    VectorFile() throws IOException {
      out = path.getFileSystem(hadoop).create(path, false);
      out.writeByte(FORMAT_VERSION);
    }

    DeletionVector append(RoaringBitmap positions) throws IOException {
      byte[] bytes = RoaringVector.serialize(positions);
      out.writeInt(bytes.length);
      out.write(bytes);
      out.writeInt(RoaringVector.checksum(bytes));
      DeletionVector vector =
          new DeletionVector(
              DeletionVectorDescriptor.UUID_DV_MARKER,
              Base85Codec.encodeUUID(id),
              offset,
              bytes.length,
              positions.getLongCardinality());
      offset += 4 + bytes.length + 4;
      return vector;
    }

    void close() throws IOException {
      out.close();
      long length = path.getFileSystem(hadoop).getFileStatus(path).getLen();
      if (length != offset) {
        throw new IOException(path + " has " + length + " bytes instead of " + offset);
      }
    }

    void abandon() {
      try {
        out.close();
      } catch (IOException e) {
        // The write has failed already, with a better message.
      }
    }
  }
}
