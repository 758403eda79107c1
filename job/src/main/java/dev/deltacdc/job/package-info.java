/** The application: pipeline file, topology, command line, embedded run. */
package dev.deltacdc.job;
