import { Account } from "../../src/demo/account.ts";
import { historyDays } from "../../src/demo/history.ts";
import { keepTrafficComing } from "../../src/demo/live-traffic.ts";
import { Random } from "../../src/demo/random.ts";
import { demoSites } from "../../src/demo/sites.ts";
import { demoSeed, fillWebsites } from "../../src/demo/websites.ts";

/**
 * Fills the demo's websites with history, and sends live traffic until the signal. Resolves when
 * the history is complete. A server that restarts is no end of the traffic.
 */
export async function runDemo(url: string, apiKey: string, signal: AbortSignal): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const random = new Random(demoSeed);
  const account = new Account(url, apiKey);
  say(`API key to sign in with: ${apiKey}`);
  say(`Generating ${historyDays} days of traffic …`);
  const events = await fillWebsites(account, random, signal).catch((error: unknown) => {
    if (signal.aborted) return 0;
    throw error;
  });
  if (signal.aborted) return;
  say(`All data is made up: ${events} events, and a new one every second.`);
  const send: typeof account.send = (site, some) => account.send(site, some).catch(() => {});
  void keepTrafficComing({ sites: demoSites, random, send, now: Date.now }, signal);
}
