/**
 * The NULLs that keep the value known (semantics: "IGNORE NULL UPDATES"), leaf by leaf: which they
 * are in an event, and what a row inherits from the one before.
 */
package dev.deltacdc.functions.nulls;
