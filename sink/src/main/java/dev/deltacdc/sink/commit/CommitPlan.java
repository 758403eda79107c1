/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.FileIds;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.VectorStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a change means for each file: added (with a vector when rows of it died in the same
 * transaction), given a new vector, removed because no row is left, or not added at all.
 *
 * <p>A delete of a file that isn't live, of a position that is deleted already, or of one beyond
 * the file's end is an error: it tells of a wrong index, and ignoring it would leave a duplicate
 * row.
 */
final class CommitPlan {

  private final Map<DataFile, RoaringBitmap> added = new LinkedHashMap<>();
  private final Map<LiveFile, RoaringBitmap> updated = new LinkedHashMap<>();
  private final List<LiveFile> removed = new ArrayList<>();
  private final List<LiveFile> newLive = new ArrayList<>();
  private final Map<DeletionVector, RoaringBitmap> newVectors = new LinkedHashMap<>();

  static CommitPlan of(MergedResults change, @Nullable LiveFiles live, VectorCache vectors) {
    CommitPlan plan = new CommitPlan();
    Map<Long, RoaringBitmap> deletes = new LinkedHashMap<>(change.deletes());
    for (DataFile file : change.files()) {
      RoaringBitmap positions = deletes.remove(FileIds.of(file.path()));
      if (positions == null) {
        plan.added.put(file, new RoaringBitmap());
      } else {
        requireInside(positions, file);
        if (positions.getLongCardinality() < file.numRecords()) {
          plan.added.put(file, positions);
        }
      }
    }
    deletes.forEach((fileId, positions) -> plan.delete(fileId, positions, live, vectors));
    return plan;
  }

  private void delete(
      long fileId, RoaringBitmap positions, @Nullable LiveFiles live, VectorCache vectors) {
    LiveFile file = live == null ? null : live.get(fileId);
    if (file == null) {
      throw CommitErrors.wrongIndex(
          "a row to delete is in the file with id " + fileId + ", which is not part of the table");
    }
    requireInside(positions, file.file());
    RoaringBitmap all = positions;
    if (file.vector() != null) {
      RoaringBitmap known = vectors.get(file.vector());
      if (RoaringBitmap.intersects(known, positions)) {
        throw CommitErrors.wrongIndex(
            "row "
                + RoaringBitmap.and(known, positions).first()
                + " of "
                + file.path()
                + " is deleted already");
      }
      all = RoaringBitmap.or(known, positions);
    }
    if (all.getLongCardinality() == file.file().numRecords()) {
      removed.add(file);
    } else {
      updated.put(file, all);
    }
  }

  private static void requireInside(RoaringBitmap positions, DataFile file) {
    if (file.numRecords() >= 0 && positions.last() >= file.numRecords()) {
      throw CommitErrors.wrongIndex(
          "row "
              + positions.last()
              + " of "
              + file.path()
              + " is to be deleted, but the file has "
              + file.numRecords()
              + " rows");
    }
  }

  /** Removes a file whose rows the change doesn't know. */
  void remove(LiveFile file) {
    removed.add(file);
  }

  int files() {
    return added.size();
  }

  int filesRemoved() {
    return removed.size();
  }

  /** Writes the vectors and enters all actions. */
  void enter(TableCommit commit, VectorStore store) {
    Map<String, RoaringBitmap> positionsByPath = new LinkedHashMap<>();
    updated.forEach((file, positions) -> positionsByPath.put(file.path(), positions));
    added.forEach(
        (file, positions) -> {
          if (!positions.isEmpty()) {
            positionsByPath.put(file.path(), positions);
          }
        });
    Map<String, DeletionVector> vectors = store.write(positionsByPath);
    vectors.forEach((path, vector) -> newVectors.put(vector, positionsByPath.get(path)));
    added.forEach(
        (file, positions) -> {
          DeletionVector vector = vectors.get(file.path());
          commit.add(file, vector);
          newLive.add(new LiveFile(file, vector));
        });
    updated.forEach(
        (file, positions) -> {
          DeletionVector vector = vectors.get(file.path());
          commit.replaceVector(file, vector);
          newLive.add(new LiveFile(file.file(), vector, file.tags()));
        });
    removed.forEach(commit::remove);
  }

  /** Takes the committed plan over into what is known of the table. */
  void apply(LiveFiles live, VectorCache vectors) {
    updated.keySet().forEach(file -> forget(file, vectors));
    for (LiveFile file : removed) {
      live.remove(file);
      forget(file, vectors);
    }
    newLive.forEach(live::put);
    newVectors.forEach(vectors::put);
  }

  private static void forget(LiveFile file, VectorCache vectors) {
    if (file.vector() != null) {
      vectors.remove(file.vector());
    }
  }
}
