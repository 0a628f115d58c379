import { expect, test } from "vitest";

import type { Webhook } from "../../../src/access/webhook.ts";
import type { Database } from "../../../src/clickhouse/database.ts";
import {
  type SwitchOffOptions,
  switchOffWebhooks,
} from "../../../src/notifications/webhooks/switch-off.ts";
import { silent } from "../../helpers/shipping.ts";

const dayMs = 86_400_000;
const content: Webhook = {
  name: "Ops",
  url: "https://a.example/",
  format: "json",
  secret: "",
  events: [],
  enabled: true,
  failedMs: null,
  enabledMs: 0,
  createdMs: 0,
  updatedMs: 0,
};

/** A server with the times, in days, of the last success and of the failures after it. */
function server(sent: number, ...failures: number[]): Database {
  const since = failures.map((day) => String(day * dayMs));
  const last = String(Math.max(sent, ...failures) * dayMs);
  const rows = async () => [{ id: 1, last, sent: String(sent * dayMs), since }];
  return { rows } as unknown as Database;
}

async function isSwitchedOff(...dbs: Database[]): Promise<boolean> {
  let isOff = false;
  const access = {
    all: { list: () => [{ id: 1, content }] },
    update: async () => {
      isOff = true;
    },
  } as unknown as SwitchOffOptions["access"];
  await switchOffWebhooks({ access, dbs, logger: silent, now: () => 30 * dayMs });
  return isOff;
}

test("a webhook that failed for a week on one server, and once on another, is switched off", async () => {
  expect(await isSwitchedOff(server(1, 10, 16), server(2, 17))).toBe(true);
});

test("a success on one server counts for the failures on all", async () => {
  // It failed on day 2 and was reached on day 9 elsewhere; since then it failed once.
  expect(await isSwitchedOff(server(1, 2, 20), server(9))).toBe(false);
  expect(await isSwitchedOff(server(1, 2, 10, 18), server(9))).toBe(true);
});
