import type { Page } from "playwright-core";
import { expect } from "vitest";

import { eventually } from "../helpers/eventually.ts";
import { selectRows } from "../helpers/footfall.ts";
import type { Scene } from "../helpers/scene.ts";
import type { VisitOptions } from "../helpers/site.ts";

interface Row {
  readonly name: string;
  readonly page: string;
  readonly props: Readonly<Record<string, string>>;
  readonly amount: string;
  readonly hostname: string;
  readonly source: string;
  readonly depth: number;
}

/** A website, and what one visitor of it does. */
export interface Site {
  readonly id: number;
  readonly domain: string;
  readonly url: string;
  /** Opens a page of the website with this content. */
  open(path: string, html: string, options?: VisitOptions): Promise<Page>;
  /** Waits until the website has just these events, engagement aside: names, pages and props. */
  expectEvents(...events: readonly (readonly [string, string, object?])[]): Promise<void>;
  /** Expects these events, and no other, before one that is sent now. */
  expectNoMore(...events: readonly (readonly [string, string, object?])[]): Promise<void>;
  rows(): Promise<Row[]>;
}

/** Stores a website of the scene. */
export async function openSite(scene: Scene, name: string, settings: object = {}): Promise<Site> {
  const domain = `${name}.site.example`;
  const { id } = await scene.footfall.store(domain, settings);
  const url = `http://${domain}`;
  const rows = () =>
    selectRows<Row>(
      scene.footfall,
      `SELECT name, page, props, toString(revenue_amount) AS amount, hostname, utm_source AS source,
        scroll_depth AS depth
      FROM events WHERE website_id = ${id} ORDER BY time, name`,
    );
  const expectEvents: Site["expectEvents"] = (...events) =>
    eventually(async () => {
      const stored = (await rows()).filter((row) => row.name !== "engagement");
      const seen = stored.map((row) => [row.name, row.page, row.props]);
      const wanted = events.map(([event, page, props = {}]) => [event, page, props]);
      const sorted = (list: unknown[]) => list.map((item) => JSON.stringify(item)).sort();
      expect(sorted(seen)).toEqual(sorted(wanted));
    });
  return {
    id,
    domain,
    url,
    rows,
    expectEvents,
    async open(path, html, options) {
      scene.sites.files.set(path.replace(/\?.*/, ""), `<!doctype html>${html}`);
      return scene.sites.visit(`${url}${path}`, options);
    },
    async expectNoMore(...events) {
      await scene.footfall.track({ d: domain, u: `${url}/last`, n: "last" });
      await expectEvents(...events, ["last", "/last"]);
    },
  };
}
