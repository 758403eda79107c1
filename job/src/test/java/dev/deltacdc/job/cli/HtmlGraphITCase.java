/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a pipeline, in a browser. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HtmlGraphITCase {

  private static final String CLIENTES = "../testdata/clientes/pipeline.sql";
  private static final String PRODUTOS = "../testdata/produtos/pipeline.sql";

  private static final String PEDIDOS = "../testdata/pedidos/pipeline.sql";

  /** Clicks and looks around, where the policy of the page has been taken away. */
  private static final String PROBE =
      """
      <script>
      addEventListener("load", function () {
        var shown = function () {
          return Array.from(document.querySelectorAll("section.details"))
            .filter(function (s) { return s.offsetHeight > 0; })
            .map(function (s) { return s.querySelector("h3").innerText.trim(); });
        };
        var nodes = Array.from(document.querySelectorAll("a.node"));
        var before = shown();
        nodes[0].focus();
        var focused = shown();
        nodes[1].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        document.documentElement.setAttribute("data-probe", JSON.stringify({
          before: before, focused: focused, clicked: shown(), hash: location.hash,
          current: nodes.filter(function (n) { return n.hasAttribute("aria-current"); }).length,
          nodes: nodes.length,
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          resources: performance.getEntriesByType("resource").length,
          attacked: document.documentElement.hasAttribute("data-attacked")
        }));
      });
      </script>
      """;

  @TempDir Path temp;

  @Test
  void afterARunThePageHasItsFigures() throws Exception {
    Browser browser = Browser.start(temp);
    Path page = page(CLIENTES);
    assertThat(Files.readString(page)).contains("No run of it is recorded in this lake.");
    String lake = temp.resolve("lake").toString();
    String oneCommit = "execution.checkpointing.interval=1h";
    assertThat(Cli.run("run", CLIENTES, "--lake", lake, "--set", oneCommit).code()).isZero();

    page = page(CLIENTES);
    String dom = browser.open(page, "#node-3", 1280);

    assertThat(section(dom, "node-3"))
        .contains("clientes")
        .contains("<dt>read</dt><dd>11,382</dd>")
        .containsPattern("<dt>upserted</dt><dd>1\\d,\\d{3}</dd>")
        .containsPattern("<dt>deleted</dt><dd>\\d\\d</dd>")
        .contains("<dt>rows inserted</dt><dd>10,090</dd>", "<dt>rows deleted</dt><dd>0</dd>")
        .contains("<dt>rows now</dt><dd>10,090</dd>")
        .contains("<dt>rejected: null-key</dt><dd>4</dd>")
        .contains("APPLY AS DELETE WHEN op = 'D'")
        .contains("initial initial_snapshot.csv:2-10001")
        .contains("feed/2026-01-01.csv:2-224");
    assertThat(section(dom, "node-2"))
        .contains("op IN ('I','U','D')", "<td>quarantine</td><td class=\"n\">12</td>");
    assertThat(dom).contains("state-finished", "10,090 rows · version 1", "1,405 read");
    // The script has run, under the policy that lets no other run.
    assertThat(hidden(dom)).doesNotContain("node-3").contains("node-2").hasSize(5);

    Cli runs = Cli.run("runs", CLIENTES, "--lake", lake);
    assertThat(runs.lines()).as(runs.err()).hasSize(2);
    assertThat(runs.lines().get(1)).containsPattern("finished +\\d+ s +3 +60,512 +0 +0$");
    assertThat(Cli.run("runs", CLIENTES, "--lake", lake, "--commits").out())
        .containsPattern("clientes +1 .* 10,090 +0 +0 .*initial initial_snapshot.csv:2-10001");
  }

  @Test
  void itIsUsedWithMouseAndKeyboardAndFitsTheScreen() throws Exception {
    Browser browser = Browser.start(temp);
    for (String file : List.of(CLIENTES, PRODUTOS, PEDIDOS)) {
      Path page = withProbe(page(file));
      for (int width : new int[] {1280, 700}) {
        JsonNode probe = probe(browser.open(page, "", width));
        assertThat(probe.path("before")).as(probe.toString()).isEmpty();
        assertThat(probe.path("focused")).as(probe.toString()).hasSize(1);
        assertThat(probe.path("clicked")).as(probe.toString()).hasSize(1);
        assertThat(probe.path("clicked")).isNotEqualTo(probe.path("focused"));
        assertThat(probe.path("hash").asText()).isEqualTo("#node-1");
        assertThat(probe.path("current").asInt()).isEqualTo(1);
        assertThat(probe.path("nodes").asInt()).isGreaterThan(4);
        assertThat(probe.path("overflow").asInt()).as("%s at %d", file, width).isZero();
        assertThat(probe.path("resources").asInt()).isZero();
      }
    }
  }

  @Test
  void aMaterializedViewIsTold() throws Exception {
    String page = Files.readString(page(PEDIDOS));
    assertThat(section(page, "node-8"))
        .contains(
            "materialized view</span> gold_vendas_por_segmento",
            "Reads gold_pedidos_na_data.",
            "CREATE OR REFRESH MATERIALIZED VIEW gold_vendas_por_segmento AS");
    assertThat(page)
        .contains(
            "<a class=\"node kind-materialized_view\" href=\"#node-8\"",
            "<section class=\"details kind-materialized_view\" id=\"node-8\"");
    // Its kind says what leads to it.
    assertThat(page).doesNotContain(">query</text>").contains(">append</text>");
    assertThat(Cli.run("graph", PEDIDOS).out())
        .contains("materialized view gold_vendas_por_segmento");
    assertThat(Cli.run("graph", PEDIDOS, "--format", "mermaid").out())
        .contains("[(\"gold_vendas_por_segmento<br/>result of its query");
  }

  @Test
  void aQuarantineTableThatARepairReadsIsOneNode() throws Exception {
    Path file =
        Files.writeString(
            temp.resolve("pipeline.sql"),
            """
            SET 'quarantine.table' = 'rejects';
            CREATE TABLE feed (id INT) WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
            CREATE STREAMING TABLE t;
            CREATE FLOW f AS INSERT INTO t SELECT id FROM STREAM(feed);
            CREATE FLOW repair AS INSERT INTO t
              SELECT TRY_CAST(CAST(`raw` AS STRING) AS INT) AS id FROM STREAM(rejects) WHERE `flow` = 'f';
            """);

    String page = Files.readString(page(file.toString()));

    assertThat(page).containsOnlyOnce("<a class=\"node kind-quarantine\"");
    assertThat(page.split("<a class=\"node ", -1)).hasSize(1 + 3);
    assertThat(page.split("class=\"edge\"", -1)).hasSize(1 + 2);
    assertThat(Cli.run("graph", file.toString()).out())
        .containsOnlyOnce("quarantine table rejects");
  }

  @Test
  void whatUsersWriteIsTextToTheBrowser() throws Exception {
    Browser browser = Browser.start(temp);
    String attack =
        "</script></svg><img src=x"
            + " onerror=document.documentElement.setAttribute(\"data-attacked\",1)>";
    Path file =
        Files.writeString(
            temp.resolve("pipeline.sql"),
            """
            SET 'pipeline.name' = '%1$s';
            SET 'quarantine.table' = 'rejects';
            CREATE TABLE feed (id INT, seq BIGINT, `%2$s` STRING)
              WITH ('connector' = 'filesystem', 'path' = '%1$s', 'format' = 'json');
            CREATE TEMPORARY VIEW v AS SELECT id, seq FROM STREAM(feed) WHERE '%1$s' <> '';
            CREATE STREAMING TABLE t (CONSTRAINT `%2$s` EXPECT (id < 3 AND '%1$s' <> ''))
              COMMENT '%1$s';
            -- %1$s
            CREATE FLOW `%2$s` AS AUTO CDC INTO t FROM STREAM(v)
              KEYS (id) APPLY AS DELETE WHEN '%1$s' = '' SEQUENCE BY seq;
            """
                .formatted(attack, attack.replace("/", "")));

    JsonNode probe = probe(browser.open(withProbe(page(file.toString())), "", 1280));

    assertThat(probe.path("nodes").asInt()).isEqualTo(4);
    assertThat(probe.path("attacked").asBoolean()).isFalse();
    assertThat(probe.path("overflow").asInt()).isZero();
    assertThat(probe.path("resources").asInt()).isZero();
  }

  private Path page(String file) {
    Path page = temp.resolve("page.html");
    Cli graph =
        Cli.run(
            "graph",
            file,
            "--format",
            "html",
            "--output",
            page.toString(),
            "--lake",
            temp.resolve("lake").toString());
    assertThat(graph.code()).as(graph.err()).isZero();
    assertThat(page).content(UTF_8).doesNotContain("http://", "https://");
    return page;
  }

  private Path withProbe(Path page) throws Exception {
    String html = Files.readString(page);
    String open = html.replaceFirst("<meta http-equiv=[^>]*>", "");
    assertThat(open).isNotEqualTo(html);
    return Files.writeString(
        temp.resolve("probe.html"), open.replace("</body>", PROBE + "</body>"));
  }

  private static JsonNode probe(String dom) throws Exception {
    Matcher probe = Pattern.compile("data-probe=\"([^\"]*)\"").matcher(dom);
    assertThat(probe.find()).as(dom).isTrue();
    return new JsonMapper()
        .readTree(
            probe
                .group(1)
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&"));
  }

  private static String section(String dom, String id) {
    int start = dom.indexOf("id=\"" + id + "\"");
    return dom.substring(start, dom.indexOf("</section>", start));
  }

  private static List<String> hidden(String dom) {
    return Pattern.compile("<section [^>]*id=\"([^\"]*)\"[^>]* hidden")
        .matcher(dom)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
