import { beforeAll, describe, expect, test } from "vitest";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { before, checkout, day, days, funnelShop, monday } from "./funnel-shop.ts";

const footfall = openFootfall(shareFootfall);
let site: { readonly id: number };
const shop = funnelShop(footfall);
beforeAll(async () => {
  site = await shop.open();
});
const { addFunnel, ask, dataOf, reachedIn, send, wrongIn } = shop;

describe("a funnel", () => {
  const numbers = {
    visitors: 7,
    entered: 5,
    completed: 1,
    conversion_rate: 0.2,
    steps: [
      {
        step: 1,
        name: "Sees prices",
        visitors: 5,
        from_start: 1,
        from_previous: null,
        dropped: 1,
      },
      {
        step: 2,
        name: "Signup",
        visitors: 4,
        from_start: 0.8,
        from_previous: 0.8,
        dropped: 3,
      },
      {
        step: 3,
        name: "Purchase",
        visitors: 1,
        from_start: 0.2,
        from_previous: 0.25,
        dropped: null,
      },
    ],
  };

  test("says how many visitors reached each step", async () => {
    expect(await dataOf(`funnels/1/stats?${day}`)).toEqual({
      from: monday,
      to: monday,
      ...numbers,
    });
    const summary = await dataOf(`summary?${day}`);
    expect(summary.visitors).toBe(numbers.visitors);
  });

  test("within a visit counts the visit that gets furthest, and no step twice", async () => {
    expect(await reachedIn(`funnels/2/stats?${day}`)).toEqual([5, 3, 1]);
    const twice = "step=page:/pricing&step=page:/pricing";
    expect(await reachedIn(`funnels/stats?${twice}&${day}`)).toEqual([4, 1]);
    const both = "step=page:/*&step=page:/pricing&step=event:*&step=event:~PURCHASE";
    expect(await reachedIn(`funnels/stats?${both}&${day}`)).toEqual([6, 1, 1, 1]);
    const visit = "step=page:/pricing&step=event:Signup&within=visit";
    expect(await reachedIn(`funnels/stats?${visit}&${day}`)).toEqual([4, 2]);
  });

  test("does not go on after midnight, and adds up days", async () => {
    expect(await reachedIn(`funnels/1/stats?${days}`)).toEqual([7, 5, 1]);
    expect((await dataOf(`funnels/1/stats?${days}`)).visitors).toBe(9);
  });

  test("that is not saved has steps called by their values", async () => {
    const { steps, ...rest } = await dataOf(
      `funnels/stats?step=page:/pricing*&step=event:Signup&${day}`,
    );
    expect(rest).toEqual({
      from: monday,
      to: monday,
      visitors: 7,
      entered: 5,
      completed: 4,
      conversion_rate: 0.8,
    });
    expect(steps.map(({ name }: { name: string }) => name)).toEqual(["/pricing*", "Signup"]);
  });

  test("has null for shares of nobody", async () => {
    const nobody = { from_start: null, from_previous: null };
    for (const asked of [day, "from=2020-01-01&to=2020-01-02"]) {
      const data = await dataOf(`funnels/stats?step=page:/none&step=event:None&${asked}`);
      expect(data).toMatchObject({ entered: 0, completed: 0, conversion_rate: null });
      expect(data.steps).toEqual([
        { step: 1, name: "/none", visitors: 0, ...nobody, dropped: 0 },
        { step: 2, name: "None", visitors: 0, ...nobody, dropped: null },
      ]);
    }
  });

  test("is compared with an earlier range", async () => {
    const { previous, change, ...now } = await dataOf(`funnels/1/stats?${day}&compare=previous`);
    expect(now).toEqual({ from: monday, to: monday, ...numbers });
    expect(previous).toMatchObject({
      from: before,
      to: before,
      visitors: 2,
      entered: 2,
      completed: 0,
      conversion_rate: 0,
    });
    expect(previous.steps.map((step: { dropped: number }) => step.dropped)).toEqual([1, 1, null]);
    expect(change).toEqual({
      visitors: 2.5,
      entered: 1.5,
      completed: null,
      conversion_rate: null,
    });
    const matched = await dataOf(`funnels/1/stats?${day}&compare=year&match=weekday`);
    expect(matched.previous).toMatchObject({ from: "2024-06-03", to: "2024-06-03", visitors: 0 });
  });

  test("looks at the visitors that match the filters, with all that they did", async () => {
    const data = await dataOf(`funnels/1/stats?${day}&filter[campaign]=Summer`);
    expect(data).toMatchObject({ visitors: 4, entered: 3, completed: 0 });
  });
});

describe("a funnel by a dimension", () => {
  const rows = [
    { value: "Summer", entered: 3, completed: 0, conversion_rate: 0, steps: [3, 2, 0] },
    { value: "=spring", entered: 2, completed: 1, conversion_rate: 0.5, steps: [2, 2, 1] },
  ];
  const by = `funnels/1/stats?${day}&name=campaign`;

  test("lists the values whose visitors entered, the most first", async () => {
    const { json } = await ask(by);
    expect(json.data).toEqual(rows);
    expect(json.meta).toMatchObject({ total: 2, per_page: 10, current_page: 1 });
    const countries = await dataOf(`funnels/1/stats?${day}&name=country`);
    expect(countries).toEqual([
      {
        value: "(unknown)",
        code: null,
        entered: 5,
        completed: 1,
        conversion_rate: 0.2,
        steps: [5, 4, 1],
      },
    ]);
  });

  test("counts a visitor once under each of the day's values", async () => {
    const pages = await dataOf(`funnels/1/stats?${day}&name=page&sort_by=value&sort=asc`);
    const shown = pages.map(({ value, steps }: (typeof rows)[0]) => `${value} ${steps}`);
    expect(shown).toEqual(["/pricing 4,3,1", "/pricing/1 1,1,0"]);
  });

  test("is ordered, searched and cut into pages", async () => {
    const valuesOf = async (query: string) =>
      (await dataOf(`${by}&${query}`)).map(({ value }: { value: string }) => value);
    const [spring, summer] = ["=spring", "Summer"];
    expect(await valuesOf("sort_by=completed")).toEqual([spring, summer]);
    expect(await valuesOf("sort_by=conversion_rate&sort=asc")).toEqual([summer, spring]);
    expect(await valuesOf("sort_by=value&sort=desc")).toEqual([summer, spring]);
    expect(await valuesOf("search=SUM&search_by=value")).toEqual([summer]);
    const past = await ask(`${by}&page=2&search=sp`);
    expect([past.json.data, past.json.meta.total]).toEqual([[], 1]);
    const nothing = await ask(`funnels/1/stats?from=2020-01-01&to=2020-01-02&name=campaign`);
    expect([nothing.json.data, nothing.json.meta.total]).toEqual([[], 0]);
  });

  test.each([
    ["day", [`${monday} 5,4,1`, `${before} 2,1,0`]],
    ["week", [`${monday} 5,4,1`, "2025-05-26 2,1,0"]],
    ["month", ["2025-06 7,5,1"]],
  ])("over time has a row for each %s on which somebody entered", async (interval, wanted) => {
    const asked = `from=2025-05-01&to=2025-06-30&name=visitor&interval=${interval}`;
    const data = await dataOf(`funnels/1/stats?${asked}&sort_by=value`);
    expect(data.map(({ value, steps }: (typeof rows)[0]) => `${value} ${steps}`)).toEqual(wanted);
  });

  test("comes as CSV", async () => {
    const csv = await ask(`${by}&per_page=10&page=7`, { accept: "text/csv" });
    const header = "value,entered,completed,conversion_rate,steps";
    expect(csv.text.split("\r\n")).toEqual([
      header,
      '"Summer",3,0,0,"[3,2,0]"',
      '"=spring",2,1,0.5,"[2,2,1]"',
      "",
    ]);
    expect(csv.headers.get("content-disposition")).toBe(
      `attachment; filename="shop.example-funnel-1-campaign-${monday}-${monday}.csv"`,
    );
    const safe = await ask(`${by}&safe=1&search=spring`, { accept: "text/csv" });
    expect(safe.text).toBe(`${header}\r\n"'=spring",2,1,0.5,"[2,2,1]"\r\n`);
    const path = `funnels/stats?step=page:/*&step=event:Signup&${day}&name=country`;
    const codes = await ask(path, { accept: "text/csv" });
    const [line] = codes.text.split("\r\n");
    expect(line).toBe("value,code,entered,completed,conversion_rate,steps");
    const totals = await ask(`funnels/1/stats?${day}`, { accept: "text/csv" });
    expect(totals.json.data.entered).toBe(5);
  });
});

describe("what is asked", () => {
  const steps = "step=page:/&step=event:Signup";

  test.each([
    ["funnels/1/stats", ["from", "to"]],
    ["funnels/1/stats?from=2025-06-03&to=2025-06-02", ["from"]],
    [`funnels/1/stats?${day}&name=pageview`, ["name"]],
    [`funnels/1/stats?${day}&name=visit`, ["name"]],
    [`funnels/1/stats?${day}&name=visitor&interval=hour`, ["interval"]],
    [`funnels/1/stats?${day}&name=browser&interval=day`, ["interval"]],
    [`funnels/1/stats?${day}&interval=day`, ["interval"]],
    [`funnels/1/stats?${day}&name=browser&compare=previous`, ["compare"]],
    [`funnels/1/stats?${day}&compare=tomorrow`, ["compare"]],
    [`funnels/1/stats?${day}&compare=2025-06-02`, ["compare"]],
    [`funnels/1/stats?${day}&match=weekday`, ["match"]],
    [`funnels/1/stats?${day}&name=browser&sort_by=count`, ["sort_by"]],
    [`funnels/1/stats?${day}&name=browser&page=0&per_page=7`, ["page", "per_page"]],
    [`funnels/1/stats?${day}&filter[colour]=red&segment=9`, ["filter[colour]", "segment"]],
    [`funnels/stats?${day}`, ["step"]],
    [`funnels/stats?${day}&step=page:/`, ["step"]],
    [`funnels/stats?${day}&${steps}&${"step=page:/&".repeat(7)}`, ["step"]],
    [`funnels/stats?${day}&${steps}&step=page:`, ["step"]],
    [`funnels/stats?${day}&${steps}&step=visit:/`, ["step"]],
    [`funnels/stats?${day}&${steps}&step=/`, ["step"]],
    [`funnels/stats?${day}&${steps}&step=event:!Signup`, ["step"]],
    [`funnels/stats?${day}&${steps}&step=event:~`, ["step"]],
    [`funnels/stats?${steps}&step=page:&within=week&to=x`, ["from", "step", "to", "within"]],
  ])("%s is 422", async (path, fields) => {
    expect(await wrongIn(path)).toEqual(fields);
  });

  test("a funnel that is not there is 404, and so is a website", async () => {
    for (const id of ["99", "0", "x", "1.0"]) {
      const reply = await ask(`funnels/${id}/stats?${day}`);
      expect([id, reply.status, reply.json.code]).toEqual([id, 404, "NOT_FOUND"]);
    }
    const other = await footfall.store("other.example");
    const foreign = await footfall.request(`/api/v1/websites/${other.id}/funnels/1/stats?${day}`);
    expect(foreign.json.code).toBe("NOT_FOUND");
    for (const path of ["funnels/1/stats", `funnels/stats?${steps}&${day}`]) {
      const reply = await footfall.request(`/api/v1/websites/999/${path}`);
      expect(reply.json.code).toBe("WEBSITE_NOT_FOUND");
    }
  });
});

describe("its answer", () => {
  const june = "from=2025-06-01&to=2025-06-30";

  test("has a tag, that changes with the funnel and with events", async () => {
    const id = await addFunnel({ ...checkout, name: "Tagged" });
    for (const query of [june, `${june}&name=campaign`]) {
      const first = await ask(`funnels/${id}/stats?${query}`);
      const tag = first.headers.get("etag") ?? "";
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
      const statusNow = async () =>
        (await ask(`funnels/${id}/stats?${query}`, { "if-none-match": tag })).status;
      expect(await statusNow()).toBe(304);
      const path = `/api/v1/websites/${site.id}/funnels/${id}`;
      await footfall.request(path, { method: "PATCH", body: { within: "visit" } });
      expect(await statusNow()).toBe(200);
      await footfall.request(path, { method: "PATCH", body: { within: "day" } });
      expect(await statusNow()).toBe(304);
      await send([{ who: "d3", at: "2025-06-20T10:00:00Z", page: "/pricing" }]);
      expect(await statusNow()).toBe(200);
    }
    const head = await footfall.request(`/api/v1/websites/${site.id}/funnels/${id}/stats?${june}`, {
      method: "HEAD",
    });
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("follows a change of the funnel at once", async () => {
    const id = await addFunnel({ ...checkout, name: "Changing" });
    expect(await reachedIn(`funnels/${id}/stats?${day}`)).toEqual([5, 4, 1]);
    const path = `/api/v1/websites/${site.id}/funnels/${id}`;
    const body = { steps: checkout.steps.slice(1) };
    await footfall.request(path, { method: "PATCH", body });
    expect(await reachedIn(`funnels/${id}/stats?${day}`)).toEqual([6, 1]);
  });

  test("is there for viewers, too", async () => {
    const steps = "step=page:/pricing&step=event:Signup";
    for (const path of [
      `funnels/1/stats?${day}`,
      `funnels/1/stats?${day}&name=campaign`,
      `funnels/stats?${day}&${steps}`,
      `funnels/1/stats?${day}&name=browser&page=x`,
    ]) {
      const seen = await footfall.request(`/shared/shop.example/${path}`, { key: false });
      const own = await ask(path);
      expect([seen.status, seen.json.data]).toEqual([own.status, own.json.data]);
    }
    const none = await footfall.request(`/shared/shop.example/funnels/99/stats?${day}`);
    expect(none.json.code).toBe("NOT_FOUND");
    const keyless = await footfall.request(`/api/v1/websites/${site.id}/funnels/1/stats?${day}`, {
      key: false,
    });
    expect(keyless.json.code).toBe("UNAUTHORIZED");
  });
});
