import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "../../src/clickhouse/sql.ts";
import type { Definitions } from "../../src/definitions/stored-definitions.ts";
import { removeImported } from "../../src/import/run/removal.ts";
import { removalsSql } from "../../src/rollups/archived-rollups.ts";
import {
  acceptRollUpSql,
  type DayRemovals,
  inDays,
  type RollUp,
} from "../../src/rollups/rollup-sql.ts";
import { openDefinitions } from "../../src/server/parts/open-services.ts";
import { byTest } from "../helpers/author.ts";
import type { TestFootfall } from "../helpers/footfall.ts";
import { begin, eventLines, run, websiteOf } from "../helpers/import-world.ts";
import { rollUpOpenDays } from "../helpers/open-day-roll-up.ts";
import { writeRollUp } from "../helpers/roll-up.ts";
import { type Happening, toColumns, toPlain, toSent } from "../stats/happenings.ts";
import type { PlainEvent } from "../stats/plain-count.ts";
import { answerOf, paramsOf, pathOf } from "./answers.ts";
import type { Command, Query, RollUpCommand } from "./commands.ts";

/** Roll-ups whose values are stored, and the removals that were read before. */
interface HalfDone {
  readonly rollUps: readonly RollUp[];
  readonly removed: readonly DayRemovals[];
}

interface Site {
  readonly id: number;
  readonly domain: string;
  timezone: string;
  isDeleted: boolean;
  /** The acknowledged events, each once. */
  events: readonly PlainEvent[];
  /** When these were the events. */
  readonly acknowledged: { readonly timeMs: number; readonly events: readonly PlainEvent[] }[];
  readonly imports: { readonly id: number; readonly events: ReadonlySet<PlainEvent> }[];
}

/** A cached answer has every event that was acknowledged this long before it was asked for. */
const promisedMs = 2_000;

const rolledUpAgainAfterMs = 11 * 60_000;

/**
 * A Footfall, and beside it a record of its websites' events. Tests count the record without
 * Footfall.
 */
export class World {
  readonly sites: Site[] = [];
  readonly #footfall: TestFootfall;
  readonly #name: string;
  /** Each sends again a batch that the store took before. */
  readonly #repeats: (() => Promise<void>)[] = [];
  /** Roll-ups whose values are stored together and that nobody has accepted. */
  readonly #halfDone: HalfDone[] = [];
  readonly #definitions: Definitions;

  /** `name` differs for each world of one Footfall. */
  constructor(footfall: TestFootfall, name: string) {
    this.#footfall = footfall;
    this.#name = name;
    this.#definitions = openDefinitions(footfall.server.store.db, Date.now);
  }

  async perform(command: Command): Promise<void> {
    switch (command.do) {
      case "store":
        return this.#store(command.timezone, command.ofDeleted);
      case "move": {
        const site = chosen(this.#living, command.site);
        return site && this.#move(site, command.timezone);
      }
      case "insert": {
        const site = chosen(this.#living, command.site);
        return site && this.insert(site, command.done);
      }
      case "send": {
        const site = chosen(this.#living, command.site);
        return site && this.#send(site, command.done);
      }
      case "import": {
        const site = chosen(this.#living, command.site);
        return site && this.#import(site, command.done);
      }
      case "undo": {
        const site = chosen(this.#living, command.site);
        return site && this.#undo(site, command.import);
      }
      case "repeat":
        return chosen(this.#repeats, command.batch)?.();
      case "delete": {
        const site = chosen(this.#living, command.site);
        return site && this.#delete(site);
      }
      case "roll up":
        return this.#rollUp(command);
      case "accept": {
        const halfDone = chosen(this.#halfDone, command.rollUp);
        return halfDone && this.#accept(halfDone);
      }
      case "roll up open days":
        return rollUpOpenDays(this.#footfall, this.#living, command.timeMs);
      case "wait":
        return delay(promisedMs);
      case "roll up all":
        this.#footfall.clock.aheadMs += rolledUpAgainAfterMs;
        return this.#footfall.server.rollUp();
    }
  }

  /** Resolves with the actual answer of a query that is counted anew, and the right one. */
  async ask(query: Query): Promise<{ readonly found: unknown; readonly wanted: unknown }> {
    const [answer] = await this.askTogether({ ...query, clients: 0 });
    return { found: answer?.found, wanted: answer?.wanted[0] };
  }

  /** Resolves with what each client gets, and the right answers: the newest, and older ones. */
  async askTogether(query: Query): Promise<{ found: unknown; wanted: readonly unknown[] }[]> {
    const site = chosen(this.sites, query.site);
    if (site === undefined) return [];
    const askedMs = performance.now();
    const path = `${pathOf(site.id, query)}?${new URLSearchParams(paramsOf(query))}`;
    const options = query.clients === 0 ? {} : { headers: { "cache-control": "" } };
    const replies = await Promise.all(
      Array.from({ length: Math.max(1, query.clients) }, () =>
        this.#footfall.request(path, options),
      ),
    );
    const promised = query.clients === 0 ? askedMs : askedMs - promisedMs;
    const right = (events: readonly PlainEvent[]) => ({
      status: 200,
      ...answerOf(events, query, site.timezone),
    });
    const states = eventsSince(site, promised);
    const wanted = site.isDeleted ? [404] : states.map(right);
    return replies.map(({ status, json }) => {
      const { total, count, last_page } = json.meta ?? {};
      const found = { status, total, count, last_page, data: json.data };
      const isOne = site.isDeleted || wanted.some((each) => isDeepStrictEqual(each, found));
      const all = isOne ? wanted : [...wanted, ...mixturesOf(states).map(right)];
      return { found: site.isDeleted ? status : found, wanted: all };
    });
  }

  /** Leaves nothing for the next world. */
  async end(): Promise<void> {
    this.#footfall.clock.aheadMs = 0;
    for (const site of this.#living) await this.#delete(site);
  }

  /** Inserts straight into the table, month by month like the batches of a log. */
  async insert(site: Site, done: readonly Happening[]): Promise<void> {
    const monthOf = ({ timeMs }: Happening) => dayOf(timeMs, site.timezone).slice(0, 7);
    for (const month of new Set(done.map(monthOf))) {
      await this.#insertBatch(
        site,
        done.filter((each) => monthOf(each) === month),
      );
    }
  }

  /** Returns the events that `insert` stores for these. */
  plainEvents(site: Site, done: readonly Happening[]): PlainEvent[] {
    return done.map((each) =>
      toPlain(each, site.domain, dayOf(each.timeMs, site.timezone), `${each.person}`),
    );
  }

  get #living(): readonly Site[] {
    return this.sites.filter(({ isDeleted }) => !isDeleted);
  }

  async #store(timezone: string, ofDeleted: boolean): Promise<void> {
    const free = this.sites.find(
      ({ domain }) => !this.#living.some((living) => living.domain === domain),
    );
    const domain =
      ofDeleted && free !== undefined ? free.domain : `${this.sites.length}.${this.#name}.example`;
    const { id } = await this.#footfall.store(domain, { timezone });
    const nothing = { isDeleted: false, events: [], acknowledged: [], imports: [] };
    this.sites.push({ id, domain, timezone, ...nothing });
  }

  async #move(site: Site, timezone: string): Promise<void> {
    await this.#change(site, "PATCH", { timezone });
    site.timezone = timezone;
  }

  async #delete(site: Site): Promise<void> {
    await this.#change(site, "DELETE");
    site.isDeleted = true;
  }

  async #change(site: Site, method: string, body?: object): Promise<void> {
    const path = `/api/v1/websites/${site.id}`;
    const reply = await this.#footfall.request(path, { method, ...(body && { body }) });
    if (reply.status !== 200) throw new Error(`${method} answered ${reply.status}: ${reply.text}`);
  }

  async #insertBatch(site: Site, done: readonly Happening[]): Promise<void> {
    const rows = done.map((each) =>
      JSON.stringify({
        website_id: site.id,
        date: dayOf(each.timeMs, site.timezone),
        visitor: each.person,
        ...toColumns(each, site.domain),
      }),
    );
    const deduplicationToken = randomUUID();
    const insertIt = () =>
      this.#footfall.server.store.db.insert({
        statement: sql`INSERT INTO events FORMAT JSONEachRow`,
        rows: Buffer.from(rows.join("\n")),
        queryId: randomUUID(),
        deduplicationToken,
      });
    await insertIt();
    this.#repeats.push(insertIt);
    acknowledge(site, this.plainEvents(site, done));
  }

  async #send(site: Site, done: readonly Happening[]): Promise<void> {
    const body = done.map((each) => toSent(each, site.domain));
    const headers = { "idempotency-key": randomUUID() };
    const path = `/api/v1/websites/${site.id}/events`;
    const send = () => this.#footfall.request(path, { method: "POST", body, headers });
    const { json } = await send();
    if (json.accepted !== done.length) throw new Error(`not accepted: ${JSON.stringify(json)}`);
    this.#repeats.push(async () => void (await send()));
    const own = done.map((each) => {
      const visitor = `${each.place.ip} ${each.agent.userAgent}`;
      return toPlain(each, site.domain, dayOf(each.timeMs, site.timezone), visitor);
    });
    await this.#footfall.server.shipped();
    acknowledge(site, own);
  }

  /** Imports events of days that have none. The others are left. */
  async #import(site: Site, done: readonly Happening[]): Promise<void> {
    const { id, domain, timezone } = site;
    const lines = done.map((each) => {
      const date = dayOf(each.timeMs, timezone);
      return JSON.stringify({ date, visitor: `${each.person}`, ...toColumns(each, domain) });
    });
    const website = websiteOf(id, domain, timezone);
    const text = lines.join("\n");
    const input = { definitions: this.#definitions, website, format: eventLines, text };
    const importId = await begin(input);
    const made = await run({ ...input, db: this.#footfall.server.store.db }, importId);
    if (made?.status !== "done") throw new Error(`not imported: ${JSON.stringify(made)}`);
    const taken = new Set(site.events.map(({ day }) => day));
    const own = done
      .map((each) => {
        const visitor = `import ${importId} ${each.person}`;
        return toPlain(each, domain, dayOf(each.timeMs, timezone), visitor);
      })
      .filter(({ day }) => !taken.has(day));
    if (made.rows.imported !== own.length) {
      throw new Error(`imported ${made.rows.imported}, not ${own.length}`);
    }
    site.imports.push({ id: importId, events: new Set(own) });
    acknowledge(site, own);
  }

  async #undo(site: Site, nth: number): Promise<void> {
    const made = chosen(site.imports, nth);
    if (made === undefined) return;
    site.imports.splice(site.imports.indexOf(made), 1);
    const name = { websiteId: site.id, importId: made.id };
    const record = (await this.#definitions.of(site.id)).find("import", made.id);
    if (record === undefined) throw new Error("there is no import");
    await removeImported(this.#footfall.server.store.db, name, record.content);
    await this.#definitions.remove(byTest, site.id, "import", made.id);
    site.events = site.events.filter((event) => !made.events.has(event));
    acknowledge(site, []);
  }

  async #rollUp({ day, site, isMonth, isAccepted }: RollUpCommand): Promise<void> {
    const { db } = this.#footfall.server.store;
    const one = site === undefined ? undefined : chosen(this.#living, site);
    const sites = one === undefined ? this.#living : [one];
    const days = [...new Set(sites.flatMap(({ events }) => events.map((event) => event.day)))];
    const first = chosen(days.sort(), day);
    if (first === undefined) return;
    const dates = isMonth ? days.filter((date) => date.startsWith(first.slice(0, 7))) : [first];
    const made = await db.rows<{ run: string }>(
      sql`SELECT generateUUIDv7() AS run FROM numbers(31)`,
    );
    const websiteIds = sites.map(({ id }) => id);
    const rollUps = dates.map((date, i) => ({ date, websiteIds, rollupId: made[i]?.run ?? "" }));
    const removed = await db.rows<DayRemovals>(removalsSql(inDays(rollUps)));
    await writeRollUp(db, rollUps);
    const halfDone = { rollUps, removed };
    this.#halfDone.push(halfDone);
    if (isAccepted) await this.#accept(halfDone);
  }

  async #accept(halfDone: HalfDone): Promise<void> {
    this.#halfDone.splice(this.#halfDone.indexOf(halfDone), 1);
    const { rollUps, removed } = halfDone;
    await this.#footfall.server.store.db.run(acceptRollUpSql(rollUps, removed));
  }
}

function acknowledge(site: Site, events: readonly PlainEvent[]): void {
  site.events = [...site.events, ...events];
  site.acknowledged.push({ timeMs: performance.now(), events: site.events });
}

/** Returns the events of a website at each of its states since a moment, newest first. */
function eventsSince({ acknowledged }: Site, timeMs: number): (readonly PlainEvent[])[] {
  const last = acknowledged.findLastIndex((each) => each.timeMs <= timeMs);
  const states = acknowledged.slice(Math.max(last, 0)).map((each) => each.events);
  if (last < 0) states.unshift([]);
  return states.reverse();
}

/**
 * Returns what an answer may have that was counted while events came: days with a roll-up as they
 * were when it began, and the others as they were a moment later.
 */
function mixturesOf(states: readonly (readonly PlainEvent[])[]): PlainEvent[][] {
  const days = [...new Set(states.flat().map(({ day }) => day))];
  return states.flatMap((newer, nth) =>
    states.slice(nth + 1).flatMap((older) =>
      Array.from({ length: 2 ** days.length }, (_, choice) => {
        const isNewer = (day: string) => ((choice >> days.indexOf(day)) & 1) === 1;
        const kept = older.filter(({ day }) => !isNewer(day));
        return [...kept, ...newer.filter(({ day }) => isNewer(day))];
      }),
    ),
  );
}

function chosen<T>(items: readonly T[], nth: number): T | undefined {
  return items[nth % items.length];
}

const calendars = new Map<string, Intl.DateTimeFormat>();

function dayOf(timeMs: number, timezone: string): string {
  const calendar =
    calendars.get(timezone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
  calendars.set(timezone, calendar);
  return calendar.format(timeMs);
}
