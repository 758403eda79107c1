/**
 * Bytes to rows, exactly: a value either fits its column or its record is rejected. Nothing is
 * rounded, cut or turned into NULL.
 */
package dev.deltacdc.job.decode;
