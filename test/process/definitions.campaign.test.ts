import { once } from "node:events";
import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { authorization, startServer, storeWebsite } from "../helpers/program.ts";

afterAll(stopAll);

interface Goal {
  readonly id: number;
  readonly name: string;
}

/** Resolves with the data of an answer. Each request has a connection of its own. */
async function ask<T>(url: string, method = "GET", body?: object): Promise<T> {
  const headers = { ...authorization, ...(body && { "content-type": "application/json" }) };
  const sent = request(url, { agent: new Agent({ keepAlive: false }), method, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [reply] = await once(sent, "response");
  return ((await json(reply)) as { data: T }).data;
}

test("a change in one worker is in force in all, and two at once both hold", async () => {
  const { url } = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS: "2" });
  const goals = `${url}/api/v1/websites/${await storeWebsite(url, "example.com")}/goals`;
  const names = Array.from({ length: 12 }, (_, n) => `goal ${n}`);
  const made = await Promise.all(
    names.map((name) => ask<Goal>(goals, "POST", { name, type: "event", value: "Signup" })),
  );
  expect(made.map(({ id }) => id).sort((a, b) => a - b)).toEqual(names.map((_, n) => n + 1));

  for (const name of ["first", "second"]) {
    await ask(`${goals}/1`, "PATCH", { name });
    await eventually(async () => {
      const answers = names.map(() => ask<Goal>(`${goals}/1`));
      const found = (await Promise.all(answers)).map((goal) => goal.name);
      expect(new Set(found)).toEqual(new Set([name]));
    });
  }
});
