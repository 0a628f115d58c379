import { expect } from "vitest";

import type { Reply, TestFootfall } from "../helpers/footfall.ts";
import { rollUpOpenDays } from "../helpers/open-day-roll-up.ts";
import { rollUp } from "../helpers/roll-up.ts";
import type { Action, Setting } from "./actions.ts";
import { canonical, parseCanonical, parseCsv, readField } from "./answers.ts";
import { type Asked, askOf, type Question } from "./questions.ts";
import { filtersOf, type Recipes } from "./recipes.ts";
import type { Definitions, Goal, Segment, Step } from "./reference/definitions.ts";
import type { PlainAction } from "./reference/event.ts";
import type { Rows } from "./reports.ts";

/** A website, and beside it everything that was sent to it. */
export class World {
  readonly id: number;
  readonly domain: string;
  readonly firstDay: string;
  readonly events: PlainAction[] = [];
  goals: Definitions["goals"] = [];
  funnels: Definitions["funnels"] = [];
  segments: Definitions["segments"] = [];
  readonly #footfall: TestFootfall;
  readonly #setting: Setting;

  private constructor(
    footfall: TestFootfall,
    { id, domain }: { readonly id: number; readonly domain: string },
    setting: Setting,
  ) {
    this.#footfall = footfall;
    this.id = id;
    this.domain = domain;
    this.firstDay = setting.firstDay;
    this.#setting = setting;
  }

  /** Makes a website that everybody may see. */
  static async open(footfall: TestFootfall, domain: string, setting: Setting): Promise<World> {
    const { timezone } = setting;
    return new World(footfall, await footfall.store(domain, { timezone, privacy: 0 }), setting);
  }

  /** Sends events in this order, and waits until they are stored. */
  async send(actions: readonly Action[]): Promise<void> {
    for (let first = 0; first < actions.length; first += 1_000) {
      const some = actions.slice(first, first + 1_000);
      const reply = await this.#footfall.bulk(
        this.id,
        some.map(({ sent }) => sent),
      );
      expect(reply.json).toEqual({ accepted: some.length, dropped: {} });
    }
    await this.#footfall.server.shipped();
    this.events.push(...actions.map(({ plain }) => plain));
  }

  /** Saves definitions; what a filter names has to be there before. */
  async define({ goals, funnels, segments }: Recipes): Promise<void> {
    for (const { name, matcher } of goals) {
      const { id } = await this.#create("goals", { name, ...matcher });
      this.goals = [...this.goals, { id, name, ...matcher } satisfies Goal];
    }
    for (const each of funnels) {
      const steps = each.steps.map(({ name, ...matcher }): Step => {
        return name === undefined ? matcher : { ...matcher, name };
      });
      const { id } = await this.#create("funnels", { ...each, steps });
      this.funnels = [...this.funnels, { ...each, id }];
    }
    for (const { name, filters, public: isPublic } of segments) {
      const own = filtersOf(filters, this);
      if (own.length === 0) continue;
      const body = { name, filters: Object.fromEntries(own), public: isPublic };
      const { id } = await this.#create("segments", body);
      const segment: Segment = { id, name, filters: own, public: isPublic };
      this.segments = [...this.segments, segment];
    }
  }

  /** Rolls up all days. */
  async rollUp(): Promise<void> {
    await rollUp(this.#footfall, this.id, [...new Set(this.events.map(({ day }) => day))]);
  }

  /** Rolls up the days that are open so many hours after midnight in UTC of the first day. */
  async rollUpOpenDays(hours: number): Promise<void> {
    const timeMs = Date.parse(this.#setting.firstDay) + hours * 3_600_000;
    const website = { id: this.id, timezone: this.#setting.timezone };
    await rollUpOpenDays(this.#footfall, [website], timeMs);
  }

  /** Asks as the question says, and fails if the answer is not that of the reference. */
  async ask(question: Question): Promise<void> {
    const asked = askOf(question, this);
    if (asked === undefined) return;
    const asViewer = question.asViewer && asked.isPublic;
    const asCsv = question.asCsv && asked.report.columns !== undefined;
    const address = this.serverOf(asked, asViewer);
    const reply = await this.#footfall.request(address, {
      ...(asViewer && { key: false }),
      headers: asCsv ? { accept: "text/csv" } : {},
    });
    const label = `${address}\n${asCsv ? "CSV" : "JSON"} ${reply.text.slice(0, 2_000)}`;
    // On a busy machine a query may take longer than it may. That is tested by itself.
    if (reply.status === 503 && reply.json.code === "QUERY_TOO_LONG") return;
    expect(reply.status, label).toBe(200);
    if (asCsv) return expectCsv(reply, asked, label);
    expectJson(reply, asked, label);
    await this.#expectSame(address, reply.headers.get("etag"), asViewer);
  }

  /** Returns the address of a question for an owner or a viewer. */
  serverOf({ report: { path }, params }: Asked, asViewer: boolean): string {
    const owned =
      path === "stats" ? `/api/v1/stats/${this.id}` : `/api/v1/websites/${this.id}/${path}`;
    const query = new URLSearchParams(
      params.map(([name, value]): [string, string] => [name, value]),
    );
    return `${asViewer ? `/shared/${this.domain}/${path}` : owned}?${query}`;
  }

  async delete(): Promise<void> {
    await this.#footfall.request(`/api/v1/websites/${this.id}`, { method: "DELETE" });
  }

  async #create(list: string, body: object): Promise<{ readonly id: number }> {
    const reply = await this.#footfall.request(`/api/v1/websites/${this.id}/${list}`, { body });
    expect(reply.status, `${JSON.stringify(body)}\n${reply.text}`).toBe(201);
    return reply.json.data;
  }

  /** Fails if the server does not know its answer again by the tag. */
  async #expectSame(address: string, tag: string | null, asViewer: boolean): Promise<void> {
    expect(tag, address).not.toBeNull();
    const reply = await this.#footfall.request(address, {
      ...(asViewer && { key: false }),
      headers: { "if-none-match": tag ?? "" },
    });
    expect(reply.status, `${address} again`).toBe(304);
  }
}

function expectJson(
  { text }: Reply,
  { report, wanted, page, perPage }: Asked,
  label: string,
): void {
  const found = parseCanonical(text) as {
    readonly data: readonly object[];
    readonly meta: Readonly<Record<string, unknown>>;
    readonly links: Readonly<Record<string, string | null>>;
  };
  if ("data" in wanted) {
    expect(found.data, label).toEqual(canonical(wanted.data));
    return;
  }
  const { rows } = wanted;
  const own = rows.slice((page - 1) * perPage, page * perPage);
  expect(found.data, label).toEqual(canonical(own));
  const columns = columnsOf(rows, report.columns ?? []);
  for (const row of found.data) expect(Object.keys(row).sort(), label).toEqual(columns.toSorted());
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
  const first = (page - 1) * perPage + 1;
  const meta = {
    ...wanted.meta,
    current_page: page,
    per_page: perPage,
    last_page: lastPage,
    from: own.length === 0 ? null : first,
    to: own.length === 0 ? null : first + own.length - 1,
  };
  expect(found.meta, label).toMatchObject(canonical(meta) as object);
  expect(found.links["next"] === null, label).toBe(page >= lastPage);
}

function expectCsv({ text }: Reply, { report, wanted }: Asked, label: string): void {
  const { rows } = wanted as Rows;
  const [header, ...lines] = parseCsv(text);
  const columns = columnsOf(rows, report.columns ?? []);
  expect(header?.slice(0, columns.length), label).toEqual(columns);
  const found = lines.map((line, nth) =>
    Object.fromEntries(
      line.map((field, i) => [header?.[i], readField(field, rows[nth]?.[header?.[i] ?? ""])]),
    ),
  );
  expect(found, label).toEqual(canonical(rows));
}

/** Returns the columns of rows. Rows that compare have two more. */
function columnsOf(rows: Rows["rows"], columns: readonly string[]): string[] {
  const compares = rows.some((row) => "previous" in row);
  return compares ? [...columns, "previous", "change"] : [...columns];
}
