import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

import { readConfig } from "../../src/base/config.ts";
import { Metrics } from "../../src/server/metrics/metrics.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");

const metrics = new Metrics();
afterAll(() => metrics.stop());
const series = new Set(
  (await metrics.json()).flatMap(({ name, type }) =>
    String(type) === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

/** Returns what an expression of PromQL reads: names that are no functions, labels or keywords. */
function seriesIn(expression: string): string[] {
  const names = expression
    .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/g, "")
    .matchAll(/(?<!\$)\b[a-z_]\w*\b(?!\s*\()/g);
  return [...names].map(([name]) => name).filter((name) => !/^(and|or|unless|offset)$/.test(name));
}

const unknownIn = (expressions: readonly string[]) =>
  expressions.flatMap(seriesIn).filter((name) => !series.has(name));

test("a name that is no metric is found in an expression", () => {
  const expression =
    'sum by (le, kind) (rate(footfall_a_total{code="X"}[5m])) > 0 or increase(b[1h] offset 1h) > 2 and c';
  expect(seriesIn(expression)).toEqual(["footfall_a_total", "b", "c"]);
  expect(unknownIn(["rate(footfall_event_log_byte[5m]) > footfall_event_log_bytes"])).toEqual([
    "footfall_event_log_byte",
  ]);
});

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource: unknown;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number };
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}

describe("examples/grafana/footfall.json", async () => {
  const dashboard = JSON.parse(await read("examples/grafana/footfall.json"));
  const panels: readonly Panel[] = dashboard.panels;

  test("reads only metrics that Footfall has", () => {
    expect(unknownIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))).toEqual([]);
  });

  test("has what Grafana needs to import it, and asks for the data source", () => {
    expect(dashboard).toMatchObject({
      title: "Footfall",
      uid: expect.stringMatching(/^[\w-]{1,40}$/),
      schemaVersion: expect.any(Number),
      time: { from: expect.any(String), to: "now" },
    });
    const [source, instance] = dashboard.templating.list;
    const byName = { type: "prometheus", uid: `\${${source.name}}` };
    expect(source).toMatchObject({ type: "datasource", query: "prometheus" });
    expect(instance).toMatchObject({ name: "instance", type: "query", datasource: byName });
    const label = /^label_values\((\w+), instance\)$/.exec(instance.query)?.[1];
    expect(series).toContain(label);
    for (const { type, title, datasource, targets } of panels) {
      expect({ type, datasource }, title).toEqual({ type: "timeseries", datasource: byName });
      expect(targets.length, title).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
      for (const { expr } of targets) {
        // Each metric is asked for the Footfalls that somebody has chosen.
        const chosen = expr.split('{instance=~"$instance"}').length - 1;
        expect(chosen, expr).toBe(seriesIn(expr).length);
      }
    }
  });

  test("has panels with ids, titles and places of their own", () => {
    expect(panels.length).toBeGreaterThan(0);
    const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
    for (const own of [panels.map(({ id }) => id), panels.map(({ title }) => title), places]) {
      expect(new Set<unknown>(own).size).toBe(panels.length);
    }
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

describe("examples/prometheus", async () => {
  const configuration = parse(await read("examples/prometheus/prometheus.yml"));
  const [file = ""]: string[] = configuration.rule_files;
  const { groups } = parse(await read(`examples/prometheus/${file}`));
  const rules: readonly Rule[] = groups.flatMap((group: { rules: Rule[] }) => group.rules);

  test("scrapes Footfall where it listens, with a key from a file", () => {
    expect(configuration.scrape_configs).toEqual([
      {
        job_name: "footfall",
        authorization: { credentials_file: expect.any(String) },
        static_configs: [{ targets: [`localhost:${readConfig({}).PORT}`] }],
      },
    ]);
  });

  test("the rules read only metrics that Footfall has", () => {
    expect(unknownIn(rules.map(({ expr }) => expr))).toEqual([]);
  });

  test("the rules are the alerts of docs/operating.md, in its words", async () => {
    const section = (await read("docs/operating.md")).split("\n## Alerts\n")[1] ?? "";
    const alerts = [...section.matchAll(/^\| (.*`.*) \| (.*) \|$/gm)].map(
      ([, when = "", meaning = ""]) => ({ selectors: selectorsIn(when), meaning: plain(meaning) }),
    );
    expect(alerts).toHaveLength(5);
    expect(
      rules.map(({ expr, annotations }) => ({
        selectors: selectorsIn(expr),
        meaning: annotations.summary,
      })),
    ).toEqual(alerts);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test("the limit of the event log is the default one", () => {
    const limits = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/event_log_bytes > 0\.8 \* (\d+)$/g)].map(([, bytes]) => Number(bytes)),
    );
    expect(limits).toEqual([readConfig({}).EVENT_LOG_BYTES_MAX]);
  });
});

/** Returns the metrics of a text with their labels, each once. */
function selectorsIn(text: string): string[] {
  return [...new Set(text.match(/\bfootfall_\w+(?:\{[^}]*\})?/g))];
}

/** Returns the text of Markdown without its links and backticks. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
}
