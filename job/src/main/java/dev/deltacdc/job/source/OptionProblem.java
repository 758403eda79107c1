/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.pipeline.Rule;

/**
 * What is wrong with a source's options or columns.
 *
 * @param text names the option or column, and never has a value that may be secret
 */
public record OptionProblem(Rule rule, String text) {}
