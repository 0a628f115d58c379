import { fastify } from "fastify";
import { expect, test } from "vitest";
import type { Answering } from "../../../src/http/reports/define-report.ts";
import { sendTagged } from "../../../src/http/reports/report-answers.ts";
import { pluginTimeoutMs } from "../../../src/http/shell/server-limits.ts";

/** Serves one value, whose JSON has the address of the request, as links of pages do. */
function serveValue() {
  const app = fastify({ pluginTimeout: pluginTimeoutMs });
  app.decorate("restoreId", "");
  const value = {};
  const site = { stays: async () => {} } as unknown as Answering["site"];
  let made = 0;
  app.get("/", (request, reply) => {
    const answering = { reply, site, tagParts: [], comparedUntil: undefined };
    return sendTagged(answering, { value, version: "1" }, () => {
      made += 1;
      return { data: request.url };
    });
  });
  return { app, madeOf: () => made };
}

test("the JSON of a value is made once for many viewers", async () => {
  const { app, madeOf } = serveValue();
  const answers = [await app.inject("/?page=1"), await app.inject("/?page=1")];
  expect(answers.map(({ body }) => body)).toEqual(Array(2).fill('{"data":"/?page=1"}'));
  expect(madeOf()).toBe(1);
  await app.close();
});

test("JSON is kept until other JSON of some MiB has come, of which clients may make links long", async () => {
  const { app, madeOf } = serveValue();
  const ask = (nth: number) => app.inject(`/?${String(nth).padStart(12_000, "x")}`);
  for (let nth = 0; nth < 700; nth += 1) await ask(nth);
  await ask(699);
  expect(madeOf()).toBe(700);
  await ask(0);
  expect(madeOf()).toBe(701);
  await app.close();
});
