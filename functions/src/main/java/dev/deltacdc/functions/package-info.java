/** What a change event means: sequence, order, SCD, daily snapshot, expectations, rejects. */
package dev.deltacdc.functions;
