import { dayMs } from "../base/calendar.ts";
import type { DemoSite } from "./site.ts";
import type { DemoEvent } from "./visit.ts";

/** Limit of events, or of reads, in a request. */
const bodiesMax = 1_000;

/** Somebody who can sign in to the demo. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: "owner" | "member";
  readonly password: string;
  /** The sites that a member sees. */
  readonly sites: readonly DemoSite[];
}

/** The owner of the demo, who uses the API as any other client does. */
export class Account {
  readonly #url: string;
  readonly #authorization: string;
  readonly #ids = new Map<DemoSite, number>();

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#authorization = `Bearer ${apiKey}`;
  }

  /** Creates the website of a demo site, with what its owner has saved. */
  async store(site: DemoSite, nowMs: number): Promise<void> {
    const { domain, timezone, privacy } = site;
    const favorited = site.isFavorite ? { favorited_at: "2026-01-01T00:00:00" } : {};
    const record = { domain, timezone, privacy, ...favorited };
    const reply = await this.#post("/api/v1/websites", record);
    const { id } = ((await reply.json()) as { data: { id: number } }).data;
    this.#ids.set(site, id);
    const { annotations, ...others } = site.saved;
    const dated = annotations.map(({ daysAgo, ...annotation }) => {
      const date = new Date(nowMs - daysAgo * dayMs).toISOString().slice(0, 10);
      return { ...annotation, date };
    });
    for (const [kind, records] of Object.entries({ ...others, annotations: dated })) {
      for (const each of records) {
        await (await this.#post(`/api/v1/websites/${id}/${kind}`, each)).arrayBuffer();
      }
    }
  }

  /**
   * Sends events of a website. Resolves when they are durable. After the signal, sends no further
   * request.
   */
  send(site: DemoSite, events: readonly DemoEvent[], signal?: AbortSignal): Promise<void> {
    const bodies = events.map(({ event }) => event);
    return this.#sendAll(site, "events", bodies, signal);
  }

  /** Sends requests of programs in the same way. */
  sendReads(site: DemoSite, reads: readonly object[], signal?: AbortSignal): Promise<void> {
    return this.#sendAll(site, "reads", reads, signal);
  }

  async #sendAll(
    site: DemoSite,
    kind: "events" | "reads",
    bodies: readonly object[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const path = `/api/v1/websites/${this.#ids.get(site)}/${kind}`;
    for (let at = 0; at < bodies.length && !signal?.aborted; at += bodiesMax) {
      await (await this.#post(path, bodies.slice(at, at + bodiesMax))).arrayBuffer();
    }
  }

  /** Makes somebody who can sign in, and sees these sites; an owner sees all. */
  async addPerson({ password, sites, ...person }: DemoPerson): Promise<void> {
    const grants = sites.map((site) => ({ website_id: this.#ids.get(site), may: "view" }));
    const reply = await this.#post("/api/v1/people", { ...person, grants });
    const { link } = (await reply.json()) as { link: { url: string } };
    const token = link.url.replace(/^.*#/, "");
    const accepted = await this.#post("/session/invitation", { token, password });
    await accepted.arrayBuffer();
  }

  /** Makes a link that shows the site to others. Resolves with its URL. */
  async share(site: DemoSite, name: string): Promise<string> {
    const reply = await this.#post(`/api/v1/websites/${this.#ids.get(site)}/shares`, { name });
    return ((await reply.json()) as { data: { url: string } }).data.url;
  }

  async #post(path: string, body: object): Promise<Response> {
    const reply = await fetch(`${this.#url}${path}`, {
      method: "POST",
      headers: { authorization: this.#authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply;
  }
}
