/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.Optional;
import java.util.function.Predicate;
import javax.annotation.Nullable;

/** Which files of a table may have rows that a filter wants. Not for several threads. */
public final class FilePruning implements Predicate<LiveFile> {

  private final StructType columns;
  private final TableLayout layout;
  private final @Nullable FileFilter filter;

  /**
   * @param filter null wants every file
   */
  public FilePruning(TableLayout layout, @Nullable FileFilter filter) {
    this.layout = layout;
    this.columns = layout.columns();
    this.filter = filter;
  }

  @Override
  public boolean test(LiveFile file) {
    return filter == null || mayHave(filter, new ColumnBounds.Source(file.file()));
  }

  private boolean mayHave(FileFilter part, ColumnBounds.Source file) {
    if (part instanceof FileFilter.And and) {
      return and.parts().stream().allMatch(each -> mayHave(each, file));
    } else if (part instanceof FileFilter.Or or) {
      return or.parts().stream().anyMatch(each -> mayHave(each, file));
    } else if (part instanceof FileFilter.Null isNull) {
      return bounds(isNull.column(), file)
          .map(bounds -> isNull.wanted() ? bounds.mayBeNull() : bounds.mayBeNotNull())
          .orElse(true);
    }
    FileFilter.Compare compare = (FileFilter.Compare) part;
    return bounds(compare.column(), file)
        .map(bounds -> bounds.mayFulfil(compare.comparison(), compare.value()))
        .orElse(true);
  }

  private Optional<ColumnBounds> bounds(String column, ColumnBounds.Source file) {
    Optional<StructField> field = TableLayout.field(columns, column);
    if (field.isEmpty() || layout.changeColumn(column).isPresent()) {
      return Optional.empty();
    }
    String physical = ColumnMapping.getPhysicalName(field.get());
    DataType type = field.get().getDataType();
    return Optional.of(
        layout.isPartition(column) ? file.partition(physical, type) : file.data(physical, type));
  }
}
