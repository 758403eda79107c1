/** The watermarks of change events: how far all partitions of a source have been read. */
package dev.deltacdc.functions.watermark;
