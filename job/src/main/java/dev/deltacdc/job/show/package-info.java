/** Prints rows of any Delta table, deletion vectors applied, as people want to see them. */
package dev.deltacdc.job.show;
