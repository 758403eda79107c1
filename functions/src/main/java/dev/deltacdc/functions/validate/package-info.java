/** From a flow's query to change events: what is no valid event is rejected here. */
package dev.deltacdc.functions.validate;
