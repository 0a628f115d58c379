import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";
import { stopSignal } from "../base/async/stop-signal.ts";
import type { Config } from "../base/config.ts";
import { StartRefused } from "../base/errors.ts";
import { Account } from "../demo/account.ts";
import { historyDays } from "../demo/history.ts";
import { keepTrafficComing } from "../demo/live-traffic.ts";
import { addPeople, demoPassword, demoPeople } from "../demo/people.ts";
import { Random } from "../demo/random.ts";
import { demoSites } from "../demo/sites.ts";
import { demoSeed, fillWebsites } from "../demo/websites.ts";
import { type Footfall, serve } from "../server/serve.ts";

export const usage = "usage: footfall demo";

/**
 * Runs `footfall demo`: an instance of its own with made-up traffic, until Ctrl-C. Nothing remains
 * of it afterwards. It ignores the settings of a store, a directory and mail, so that made-up data
 * never mixes with real data.
 */
export async function demonstrate(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  if (args.length > 0) throw new StartRefused(usage);
  const controller = new AbortController();
  const end = stopSignal().then(() => controller.abort());
  const directory = await mkdtemp(join(tmpdir(), "footfall-demo-"));
  const { SMTP_URL: _mail, ...rest } = config;
  try {
    const footfall = await serve(
      { ...rest, CLICKHOUSE_URL: [], DATA_DIR: directory },
      logger,
      Date.now,
      true,
    );
    try {
      await show(footfall, controller.signal, logger);
      await end;
    } finally {
      await footfall.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
  return 0;
}

/** Fills the websites with history, prints the URL, and sends live traffic until the signal. */
async function show(footfall: Footfall, signal: AbortSignal, logger: Logger): Promise<void> {
  const { url, keys } = footfall;
  const apiKey = keys.api[0] ?? "";
  const random = new Random(demoSeed);
  const account = new Account(url, apiKey);
  say(`Generating ${historyDays} days of traffic …`);
  const events = await fillWebsites(account, random, signal);
  await footfall.shipped();
  if (signal.aborted) return;
  const link = await addPeople(account);
  say(`API key to sign in with: ${apiKey}`);
  const emails = demoPeople.map(({ email, role }) => `${email} (${role})`);
  say(`Or sign in as ${emails.join(" or ")}, with the password: ${demoPassword}`);
  say(`A link that shows ${demoSites[0]?.domain} to others: ${link}`);
  say(
    `All data is made up: ${demoSites.length} websites, ${historyDays} days, ${events} events, and a new event every second.`,
  );
  say("Press Ctrl-C to stop the demo and delete its data.");
  say(`Footfall demo listening on ${url}`);
  const send: typeof account.send = (site, some) =>
    account.send(site, some).catch((error: unknown) => {
      logger.warn({ err: error }, "the server did not accept an event of the demo");
    });
  await keepTrafficComing({ sites: demoSites, random, send, now: Date.now }, signal);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
