/**
 * From ordered change events to the rows of current-state tables (SCD type 1): {@link
 * dev.deltacdc.functions.scd.Scd1Function}, and {@link
 * dev.deltacdc.functions.scd.Scd1MergeFunction} where a flow ignores NULLs.
 */
package dev.deltacdc.functions.scd;
