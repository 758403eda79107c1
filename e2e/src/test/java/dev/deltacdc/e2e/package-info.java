/** The cluster jar on real processes, which are killed. */
package dev.deltacdc.e2e;
