import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../../helpers/clean-up.ts";
import { exportOf, importText, undo } from "../../helpers/imports.ts";
import { authorization, childrenOf, startServer, storeWebsite } from "../../helpers/program.ts";

const day = "2025-03-10";
const events = 30;
const workers = 3;
/** So many at once that every worker gets some. */
const requests = 8 * workers;

afterAll(stopAll);

interface Answer {
  /** The imports, if these were asked for. */
  readonly data: readonly { readonly status: string }[];
  readonly meta: { readonly count: number };
}

/** Asks at once, over a connection for each request. Resolves with the different answers. */
async function askAll<T>(url: string, read: (answer: Answer) => T): Promise<T[]> {
  const asks = Array.from({ length: requests }, async () => {
    const [reply] = (await once(
      get(url, { agent: false, headers: authorization }),
      "response",
    )) as [IncomingMessage];
    return JSON.stringify(read(JSON.parse(await text(reply)) as Answer));
  });
  return [...new Set(await Promise.all(asks))].map((answer) => JSON.parse(answer) as T);
}

test("no worker gives an answer from before an import ended, or was undone", async () => {
  const DATA_DIR = await temporaryDirectory();
  const server = await startServer({ DATA_DIR, WORKERS: String(workers) });
  const { url } = server;
  expect(childrenOf(server.process.pid, "worker.js")).toHaveLength(workers);
  const id = await storeWebsite(url, "example.com");
  const countAll = () =>
    askAll(
      `${url}/api/v1/stats/${id}?name=pageview&from=${day}&to=${day}`,
      ({ meta }) => meta.count,
    );
  const statusesOfAll = () =>
    askAll(`${url}/api/v1/websites/${id}/imports`, ({ data }) => data.map(({ status }) => status));
  /** Does the work while all are asked. So every worker has an answer that it gave a moment ago. */
  const whileAsked = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    while (!isOver) await countAll();
    return over;
  };

  for (let round = 0; round < 3; round += 1) {
    const made = await whileAsked(importText(url, id, exportOf(day, events)));
    expect([await countAll(), await statusesOfAll()]).toEqual([[events], [["done"]]]);
    await whileAsked(undo(url, id, made.id));
    expect([await countAll(), await statusesOfAll()]).toEqual([[0], [[]]]);
  }
});
