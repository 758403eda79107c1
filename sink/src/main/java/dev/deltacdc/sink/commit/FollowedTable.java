/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableChange;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.annotation.Nullable;

/**
 * What the committer knows of its table: the version on which it builds, the live files, the rows.
 * As long as its commits succeed that is told by them, and nothing is loaded. After any doubt it
 * follows the log from its version on and judges each foreign commit.
 */
final class FollowedTable {

  private final CommitterSettings settings;
  private final TableStore store;
  private final Set<String> ownIds = new HashSet<>();
  private TableSnapshot base;

  /** The live files of an upsert table, null for an append table. */
  private @Nullable LiveFiles live;

  private long appendedRows;
  private boolean recount;
  private boolean doubted;

  /** Version of the last commit of ours; -1 before the first. */
  private long lastOwn = -1;

  /** The transaction id whose first commit replaces all that the table has; null after it. */
  private @Nullable String refreshId;

  /**
   * @param base a version whose history was judged already
   * @param refreshId transaction id whose first commit replaces all that the table has and what it
   *     is, or null when nothing is to be replaced
   */
  FollowedTable(
      CommitterSettings settings,
      TableStore store,
      TableSnapshot base,
      @Nullable String refreshId) {
    this.settings = settings;
    this.store = store;
    this.base = base;
    this.refreshId = refreshId;
    requireFits();
    loadFiles();
  }

  long version() {
    return base.version();
  }

  String tableId() {
    return base.tableId();
  }

  /** Version of a transaction at {@link #version}, -1 when it isn't there. */
  long transaction(String appId) {
    return base.transactionVersion(appId).orElse(-1);
  }

  TableCommit newCommit() {
    return base.newCommit();
  }

  @Nullable
  LiveFiles live() {
    return live;
  }

  /** Of an append table from its log. */
  void forEachLiveFile(Consumer<LiveFile> visitor) {
    if (live != null) {
      live.all().forEach(visitor);
    } else {
      base.forEachLiveFile(visitor);
    }
  }

  /**
   * Live rows of that version. For an append table to which others write too, only what this job
   * knows: see {@link #recount}.
   */
  long rows() {
    return live == null ? appendedRows : live.rows();
  }

  int liveFiles() {
    return live == null ? 0 : live.size();
  }

  /**
   * Counts the rows of an append table again when others have written to it. To be asked once: it
   * takes the longer the larger the table is.
   */
  void recount() {
    if (recount) {
      appendedRows = base.numRows();
      recount = false;
    }
  }

  /** Whether the commit that replaces everything has still to be made. */
  boolean refreshing() {
    return refreshId != null;
  }

  /** That commit was made. */
  void refreshed() {
    appendedRows = 0;
    recount = false;
    refreshId = null;
  }

  void appended(long rows) {
    appendedRows += rows;
  }

  void removed(LiveFile file) {
    appendedRows -= file.liveRows();
    if (live != null) {
      live.remove(file);
    }
  }

  /** Accepts commits with this transaction id as this job's own. */
  void own(String appId) {
    ownIds.add(appId);
  }

  /** From now on what is known may be wrong: the log has to be followed first. */
  void doubt() {
    doubted = true;
  }

  boolean doubted() {
    return doubted;
  }

  /** A commit of ours made this version. */
  void advance(TableSnapshot published) {
    base = published;
    doubted = false;
    hasOwn(published.version());
  }

  /** Version of the last commit of ours; -1 before the first. */
  long lastOwn() {
    return lastOwn;
  }

  /** All commits of ours up to this version are in the table. */
  void hasOwn(long version) {
    lastOwn = version;
  }

  /** Since a job was submitted, its table may have got features that the sink doesn't write. */
  private void requireFits() {
    if (refreshId != null) {
      base.requireReplaceable(settings.table(), settings.upsert());
      return;
    }
    base.requireFits(settings.table(), settings.upsert());
    if (settings.retainColumn() != null) {
      base.requireRemovable();
    }
  }

  private void loadFiles() {
    if (settings.upsert()) {
      live = LiveFiles.of(base);
    } else {
      appendedRows = base.numRows();
    }
  }

  /**
   * Reads what happened since our version, judges it, and builds on the newest.
   *
   * @return whether there was a commit of ours that we didn't know
   */
  boolean follow() {
    TableSnapshot newest = store.latest();
    newest.requireTable(base.tableId(), settings.name());
    Seen seen = new Seen();
    long version = store.history().forEachSince(base.version(), seen::take);
    base = newest.upTo(version);
    if (seen.redefined) {
      requireFits();
    }
    if (seen.ours || seen.others) {
      if (live == null) {
        recount = true;
      } else {
        loadFiles();
      }
    }
    doubted = false;
    return seen.ours;
  }

  /** What kinds of commits there were. */
  private final class Seen {
    private boolean ours;
    private boolean others;
    private boolean redefined;

    void take(TableChange change) {
      if (refreshId != null && change.transactions().containsKey(refreshId)) {
        refreshId = null;
      }
      if (change.transactions().keySet().stream().anyMatch(ownIds::contains)) {
        ours = true;
        hasOwn(change.version());
      } else {
        others |= judge(change);
        redefined |= change.metadataChange() || change.protocolChange();
      }
    }
  }

  /** Whether a foreign commit changed files; throws when it may not. */
  private boolean judge(TableChange change) {
    if (change.files().isEmpty()) {
      return false;
    }
    if (refreshing()) {
      throw CommitErrors.foreignChangeBeforeRefresh(store.path(), change);
    }
    if (settings.upsert()) {
      throw CommitErrors.foreignChange(store.path(), change);
    }
    if (change.isRestore() && Restores.takes(change, lastOwn)) {
      throw CommitErrors.restoredBefore(store.path(), settings.name(), lastOwn, change);
    }
    return true;
  }
}
