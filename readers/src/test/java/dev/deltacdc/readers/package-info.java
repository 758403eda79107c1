/** Other engines read what the job has written. */
package dev.deltacdc.readers;
