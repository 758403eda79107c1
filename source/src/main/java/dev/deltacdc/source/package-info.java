/** A source that reads Delta tables: a version, the rows that later versions add, or both. */
package dev.deltacdc.source;
