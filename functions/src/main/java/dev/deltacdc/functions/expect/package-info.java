/** Expectations: conditions that rows must meet, and what happens to rows that do not. */
package dev.deltacdc.functions.expect;
