/** The order of the events of a key: which is newer, stale, a tie or a duplicate. */
package dev.deltacdc.functions.order;
