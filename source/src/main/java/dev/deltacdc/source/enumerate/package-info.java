/** The enumerator: follows the log and hands out files. */
package dev.deltacdc.source.enumerate;
