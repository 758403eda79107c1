/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e.s3;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Makes answers go wrong as {@code PUT /-/fault} says, in its query: {@code status} of the wrong
 * answer, whether the request is {@code done} all the same, {@code method} and {@code path} (a
 * regular expression) of the requests meant, after how many of them ({@code after}), how often
 * ({@code count}), and how many pass between two ({@code gap}). With {@code ignore=true} conditions
 * of puts are not heeded. {@code GET /-/fault} says how often it was hit.
 *
 * <p>Conditional puts go one by one, since S3Mock looks and then writes.
 */
final class FaultFilter extends OncePerRequestFilter {

  private static final String CONTROL = "/-/fault";
  private static final String CONDITION = "If-None-Match";

  private record Fault(
      int status, boolean done, Pattern method, Pattern path, int after, int count, int gap) {
    static Fault of(HttpServletRequest query) {
      return new Fault(
          number(query, "status", 500),
          Boolean.parseBoolean(query.getParameter("done")),
          pattern(query, "method"),
          pattern(query, "path"),
          number(query, "after", 0),
          number(query, "count", 0),
          number(query, "gap", 0));
    }

    private static int number(HttpServletRequest query, String name, int otherwise) {
      String value = query.getParameter(name);
      return value == null ? otherwise : Integer.parseInt(value);
    }

    private static Pattern pattern(HttpServletRequest query, String name) {
      String value = query.getParameter(name);
      return Pattern.compile(value == null ? ".*" : value);
    }

    boolean means(HttpServletRequest request) {
      return method.matcher(request.getMethod()).matches()
          && path.matcher(request.getRequestURI()).matches();
    }
  }

  private final ReentrantLock conditionalPuts = new ReentrantLock();
  private Fault fault;
  private boolean ignoring;
  private int seen;
  private int hits;

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getRequestURI().equals(CONTROL)) {
      control(request, response);
      return;
    }
    Fault due = due(request);
    if (due == null) {
      serve(request, response, chain);
      return;
    }
    if (due.done()) {
      serve(request, new ContentCachingResponseWrapper(response), chain);
    } else {
      request.getInputStream().readAllBytes();
    }
    response.reset();
    answer(
        response,
        due.status(),
        "application/xml",
        "<Error><Code>InternalError</Code><Message>injected</Message></Error>");
  }

  private void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!request.getMethod().equals("PUT") || request.getHeader(CONDITION) == null) {
      chain.doFilter(request, response);
    } else if (isIgnoring()) {
      chain.doFilter(unconditional(request), response);
    } else {
      conditionalPuts.lock();
      try {
        chain.doFilter(request, response);
      } finally {
        conditionalPuts.unlock();
      }
    }
  }

  private static HttpServletRequest unconditional(HttpServletRequest request) {
    return new HttpServletRequestWrapper(request) {
      @Override
      public String getHeader(String name) {
        return name.equalsIgnoreCase(CONDITION) ? null : super.getHeader(name);
      }

      @Override
      public Enumeration<String> getHeaders(String name) {
        return name.equalsIgnoreCase(CONDITION)
            ? Collections.emptyEnumeration()
            : super.getHeaders(name);
      }
    };
  }

  private synchronized boolean isIgnoring() {
    return ignoring;
  }

  private synchronized Fault due(HttpServletRequest request) {
    if (fault == null || hits >= fault.count() || !fault.means(request)) {
      return null;
    }
    seen++;
    if (seen <= fault.after() || (seen - fault.after() - 1) % (fault.gap() + 1) != 0) {
      return null;
    }
    hits++;
    return fault;
  }

  private synchronized void control(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getMethod().equals("PUT")) {
      fault = Fault.of(request);
      ignoring = Boolean.parseBoolean(request.getParameter("ignore"));
      seen = 0;
      hits = 0;
    }
    answer(response, HttpServletResponse.SC_OK, "text/plain", Integer.toString(hits));
  }

  private static void answer(HttpServletResponse response, int status, String type, String content)
      throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType(type);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
