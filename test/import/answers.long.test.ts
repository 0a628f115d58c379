import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";

import { stopAll } from "../helpers/footfall.ts";
import { exportOf, importText, undo } from "../helpers/imports.ts";
import {
  authorization,
  startServer,
  storeWebsite,
  temporaryDirectory,
} from "../helpers/program.ts";

const day = "2025-03-10";
const events = 30;
const workers = 3;

afterAll(stopAll);

interface Answer {
  /** The imports, if these were asked for. */
  readonly data: readonly { readonly status: string }[];
  readonly meta: { readonly count: number };
}

/** Resolves with what one of the workers answers: each in its turn. */
async function askNextWorker(url: string): Promise<Answer> {
  const request = get(url, { agent: false, headers: authorization });
  const [reply] = (await once(request, "response")) as [IncomingMessage];
  return JSON.parse(await text(reply)) as Answer;
}

test("no worker gives an answer from before an import ended, or was undone", async () => {
  const DATA_DIR = await temporaryDirectory();
  const { url } = await startServer({ DATA_DIR, WORKERS: String(workers) });
  const id = await storeWebsite(url, "example.com");
  const pageviews = `${url}/api/v1/stats/${id}?name=pageview&from=${day}&to=${day}`;
  const imports = `${url}/api/v1/websites/${id}/imports`;
  const askAll = async (count: number, statuses: readonly string[]) => {
    for (let nth = 0; nth < 2 * workers; nth += 1) {
      expect((await askNextWorker(pageviews)).meta.count).toBe(count);
      expect((await askNextWorker(imports)).data.map(({ status }) => status)).toEqual(statuses);
    }
  };
  let isAsking = true;
  // So every worker always has an answer that it gave a moment ago.
  const asking = (async () => {
    while (isAsking) {
      await askNextWorker(pageviews);
      await delay(20);
    }
  })();

  try {
    for (let round = 0; round < 3; round += 1) {
      const made = await importText(url, id, exportOf(day, events));
      await askAll(events, ["done"]);
      await undo(url, id, made.id);
      await askAll(0, []);
    }
  } finally {
    isAsking = false;
    await asking;
  }
});
