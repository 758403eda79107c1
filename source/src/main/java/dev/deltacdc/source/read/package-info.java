/** The readers: from data files to rows. */
package dev.deltacdc.source.read;
