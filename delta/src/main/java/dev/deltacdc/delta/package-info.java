/**
 * The Delta table as Flink jobs see it: data files, deletion vectors, commits, history and scans.
 * Everything that touches Delta Kernel lives in this package; no type of Kernel appears in its
 * public methods, so that a new Kernel version changes nothing else.
 */
package dev.deltacdc.delta;
