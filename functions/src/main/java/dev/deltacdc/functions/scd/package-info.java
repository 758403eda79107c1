/** From ordered change events to the rows of current-state tables (SCD type 1). */
package dev.deltacdc.functions.scd;
