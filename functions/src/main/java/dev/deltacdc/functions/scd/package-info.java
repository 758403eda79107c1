/** From ordered change events to the rows of current-state and history tables. */
package dev.deltacdc.functions.scd;
