/**
 * What readers and enumerator keep in state: data files with positions, and the version reached.
 */
package dev.deltacdc.source.split;
