import { expect, onTestFinished, test } from "vitest";

import { Metrics } from "../../../src/server/metrics/metrics.ts";

interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

const otherUnits = /^(minutes|hours|days|weeks|bits|kelvins|inches|yards|miles|calories|ounces)$/;
const prefixedUnit =
  /^(pico|nano|micro|milli|centi|kilo|kibi|mega|mebi|giga|gibi|tera|tebi)(bytes|bits|seconds|meters|grams)$/;
const abbreviation = /^(s|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d)$/;
const typeName = /^(counter|gauge|histogram|summary|untyped)$/;

/** The rules of `promtool check metrics`: each returns whether the metric breaks it. */
const rules: Readonly<Record<string, (metric: Metric, words: readonly string[]) => boolean>> = {
  "has no help": ({ help }) => help.trim() === "",
  "has a unit that is no base unit": (_, words) =>
    words.some((word) => otherUnits.test(word) || prefixedUnit.test(word)),
  "has an abbreviated unit": (_, words) => words.slice(1).some((word) => abbreviation.test(word)),
  "has the name of a type": (_, words) => words.slice(1).some((word) => typeName.test(word)),
  "is a counter without _total": ({ type, name }) => type === "counter" && !/_total$/.test(name),
  "is no counter and has _total": ({ type, name }) => type !== "counter" && /_total$/.test(name),
  "ends like a series of a histogram": ({ name }) => /_(bucket|count|sum)$/.test(name),
  "has a label of histograms": ({ labels = [] }) =>
    labels.some((label) => /^(le|quantile)$/.test(label)),
  "is not in snake case": ({ name, labels = [] }) =>
    [name, ...labels].some((word) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(word)),
};

function brokenRules(metric: Metric): string[] {
  const words = metric.name.split("_");
  return Object.keys(rules).filter((rule) => rules[rule]?.(metric, words));
}

test("promtool accepts every metric", async () => {
  const metrics = new Metrics();
  onTestFinished(() => metrics.stop());
  metrics.watchStores([{ name: "1", url: () => undefined }]);
  const backlog = async () => ({ bytes: 0, oldestMs: undefined });
  const counts = {
    batches: { events: 0, drops: 0, reads: 0 },
    rows: { events: 0, drops: 0, reads: 0 },
  };
  metrics.watchShipping("1", {
    counts: { ...counts, retries: 0, rejected: 0, damages: 0 },
    backlog,
  });
  const all = (await metrics.json()).map(({ name, type, help, values }): Metric => {
    const found = new Set(values.flatMap((value) => Object.keys(value.labels)));
    // Histograms alone have this one.
    if (String(type) === "histogram") found.delete("le");
    return { name, type: String(type), help, labels: [...found] };
  });

  expect(new Set(all.flatMap(({ labels }) => labels)).size).toBeGreaterThan(3);
  for (const metric of all) expect([metric.name, ...brokenRules(metric)]).toEqual([metric.name]);
});

test.each([
  ["footfall_rollup_days_total", "counter", ["has a unit that is no base unit"]],
  ["footfall_lag_milliseconds", "gauge", ["has a unit that is no base unit"]],
  ["footfall_lag_ms", "gauge", ["has an abbreviated unit"]],
  ["footfall_lag_gauge", "gauge", ["has the name of a type"]],
  ["footfall_events", "counter", ["is a counter without _total"]],
  ["footfall_log_bytes_total", "gauge", ["is no counter and has _total"]],
  ["footfall_log_count", "gauge", ["ends like a series of a histogram"]],
  ["footfall_logBytes", "gauge", ["is not in snake case"]],
])("promtool refuses %s as a %s", (name, type, broken) => {
  expect(brokenRules({ name, type, help: "Help" })).toEqual(broken);
});
