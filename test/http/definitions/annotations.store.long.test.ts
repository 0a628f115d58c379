import { describe, expect, test } from "vitest";
import type { Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();

const release = { date: "2026-11-20", text: "Release 2.0" };
let sites = 0;
async function newSite() {
  sites += 1;
  const { id, domain } = await footfall.store(`site-${sites}.example`, { privacy: 0 });
  const path = `/api/v1/websites/${id}/annotations`;
  const ask = (below = "", method = "GET", body?: object, headers = {}): Promise<Reply> =>
    footfall.request(`${path}${below}`, { method, headers, ...(body && { body }) });
  return { id, domain, path, ask };
}

describe("an annotation", () => {
  test("is made, changed and deleted", async () => {
    const { path, ask } = await newSite();
    const made = await ask("", "POST", { ...release, time: "14:05" });
    expect([made.status, made.headers.get("location")]).toEqual([201, `${path}/1`]);
    expect(made.json.data).toMatchObject({ id: 1, ...release, time: "14:05", public: 0 });
    expect((await ask("/1")).json).toEqual(made.json);

    const changed = await ask("/1", "PATCH", { time: null, public: 1 });
    expect(changed.json.data).toMatchObject({ ...release, time: null, public: 1 });
    expect((await ask("/1", "DELETE")).json).toEqual({
      id: 1,
      object: "annotation",
      deleted: true,
    });
  });

  test("takes forms, in which an empty time is none", async () => {
    const { path } = await newSite();
    const send = (method: string, below: string, form: string) =>
      footfall.request(`${path}${below}`, { method, body: new URLSearchParams(form) });
    const made = await send("POST", "", "date=2026-11-20&time=00:00&text=x&public=1");
    expect(made.json.data).toMatchObject({ time: "00:00", public: 1 });
    expect((await send("PATCH", "/1", "time=")).json.data.time).toBeNull();
    expect(Object.keys((await send("PATCH", "/1", "public=")).json.errors)).toEqual(["public"]);
  });

  test.each([
    [{}, ["date", "text"]],
    [{ ...release, date: "2026-02-30" }, ["date"]],
    [{ ...release, date: "20.11.2026" }, ["date"]],
    [{ ...release, date: "2026-11-20T00:00:00Z" }, ["date"]],
    [{ ...release, date: null }, ["date"]],
    [{ ...release, time: "24:00" }, ["time"]],
    [{ ...release, time: "9:05" }, ["time"]],
    [{ ...release, time: "" }, ["time"]],
    [{ ...release, text: "" }, ["text"]],
    [{ ...release, text: "x".repeat(201) }, ["text"]],
    [{ ...release, public: 2 }, ["public"]],
    [{ ...release, public: true }, ["public"]],
  ])("names what is wrong: %j", async (body, fields) => {
    const { json } = await (await newSite()).ask("", "POST", body);

    expect(json.status).toBe(422);
    expect(Object.keys(json.errors).sort()).toEqual(fields);
  });

  test("may have the text of another one", async () => {
    const { ask } = await newSite();
    for (const id of [1, 2]) expect((await ask("", "POST", release)).json.data.id).toBe(id);
  });
});

describe("the list of annotations", () => {
  test("is ordered by date, and within a day by time, in both directions", async () => {
    const { ask } = await newSite();
    const moments = [
      ["2026-11-20", "14:05"],
      ["2026-11-20", null],
      ["2026-11-19", null],
      ["2026-11-21", "09:00"],
      ["2026-11-20", "09:00"],
      ["2026-11-20", null],
    ];
    for (const [date, time] of moments) await ask("", "POST", { date, time, text: `t ${date}` });
    const ids = async (query: string) =>
      (await ask(`?${query}`)).json.data.map(({ id }: { id: number }) => id);

    expect(await ids("")).toEqual([4, 2, 6, 5, 1, 3]);
    expect(await ids("sort=asc")).toEqual([3, 2, 6, 5, 1, 4]);
    expect(await ids("sort_by=id")).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await ids("sort_by=id&sort=asc&from=2026-11-20")).toEqual([1, 2, 4, 5, 6]);
    expect(await ids("to=2026-11-19")).toEqual([3]);
    expect(await ids("from=2026-11-20&to=2026-11-20")).toEqual([2, 6, 5, 1]);
    expect(await ids("search=T%202026-11-21&search_by=text")).toEqual([4]);
    for (const [query, fields] of [
      ["from=2026-11-21&to=2026-11-20", ["from"]],
      ["from=x&sort_by=time", ["from", "sort_by"]],
    ] as const) {
      expect(Object.keys((await ask(`?${query}`)).json.errors).sort()).toEqual(fields);
    }
  });

  test("comes as CSV", async () => {
    const { ask } = await newSite();
    await ask("", "POST", release);
    const { text } = await ask("", "GET", undefined, { accept: "text/csv" });

    expect(text).toMatch(
      /^id,date,time,text,public,created_at,updated_at\r\n1,"2026-11-20",,"Release 2.0",0,"/,
    );
  });
});

describe("an idempotency key", () => {
  const keyed = (key: string) => ({ "idempotency-key": key });

  test("makes one annotation, whatever the body", async () => {
    const { ask, path } = await newSite();
    const first = await ask("", "POST", release, keyed("release-2"));
    for (const body of [release, { ...release, text: "other" }, { text: 7 }, {}, []]) {
      const again = await ask("", "POST", body, keyed(" release-2 "));
      expect([again.status, again.headers.get("location")]).toEqual([201, `${path}/1`]);
      expect(again.json).toEqual(first.json);
    }
    expect((await ask("", "POST", release, keyed("release-3"))).json.data.id).toBe(2);
    expect((await ask("", "POST", release)).json.data.id).toBe(3);
  });

  test("is remembered at once by requests at the same time", async () => {
    const { ask } = await newSite();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => ask("", "POST", release, keyed("k"))),
    );

    expect(replies.map(({ json }) => json.data.id)).toEqual(Array(8).fill(1));
    expect((await ask()).json.meta.total).toBe(1);
  });

  test("is of one website, and not of bulk events", async () => {
    const [one, other] = [await newSite(), await newSite()];
    await one.ask("", "POST", release, keyed("k"));
    expect(
      (await other.ask("", "POST", { ...release, text: "b" }, keyed("k"))).json.data.text,
    ).toBe("b");
    const events = await footfall.request(`/api/v1/websites/${one.id}/events`, {
      body: [{ url: `https://${one.domain}/` }],
      headers: keyed("k"),
    });
    expect([events.status, events.json.accepted]).toEqual([202, 1]);
  });

  test("is not used by an invalid request", async () => {
    const { ask } = await newSite();
    expect((await ask("", "POST", {}, keyed("k"))).status).toBe(422);
    expect((await ask("", "POST", release, keyed("k"))).status).toBe(201);
    for (const key of [" ", "x".repeat(256)]) {
      const { json } = await ask("", "POST", release, keyed(key));
      expect(Object.keys(json.errors)).toEqual(["idempotency-key"]);
    }
  });

  test("outlives a change and a deletion, and ends after 24 hours", async () => {
    const { ask } = await newSite();
    await ask("", "POST", release, keyed("k"));
    await ask("/1", "PATCH", { text: "changed" });
    expect((await ask("", "POST", {}, keyed("k"))).json.data).toMatchObject({ text: "changed" });
    await ask("/1", "DELETE");
    const again = await ask("", "POST", release, keyed("k"));
    expect([again.status, again.json.data.id]).toEqual([201, 1]);
    expect((await ask()).json.data).toEqual([]);

    footfall.clock.aheadMs += 24 * 60 * 60 * 1000 - 10_000;
    expect((await ask("", "POST", release, keyed("k"))).json.data.id).toBe(1);
    footfall.clock.aheadMs += 12_000;
    expect((await ask("", "POST", release, keyed("k"))).json.data.id).toBe(2);
  });
});
