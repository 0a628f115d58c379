import { expect, test } from "vitest";
import { dayOf } from "../../../src/collect/incoming-event.ts";
import { parseLogLine } from "../../../src/import/access-log/combined.ts";
import { readLine } from "../../../src/import/access-log/page-view.ts";
import { websiteWith } from "../../helpers/draft.ts";
import { chrome, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { processEvent } from "../../import/access-log/import-world.ts";

const footfall = openFootfall(shareFootfall);

const path =
  "/reset?step=2&token=s3cret&who=alice%40example.org&utm_source=alice%40example.org&utm_campaign=autumn";
const link = "https://alice:pass@other.example/f.pdf?v=1&sig=s3cret#access_token=s3cret";
const cleanLink = "https://other.example/f.pdf?v=1";
const columns = "name, page, utm_source, utm_campaign, props";
const pageView = {
  name: "pageview",
  page: "/reset?step=2",
  utm_source: "",
  utm_campaign: "autumn",
  props: {},
};

test.each(["Outbound", "Download", "Outbound Link: Click", "File Download"])(
  "neither a secret nor a person is stored of a page view and its %s",
  async (name) => {
    const domain = `${name.toLowerCase().replaceAll(/\W/g, "")}.example`;
    const { id } = await footfall.store(domain);
    const url = `https://${domain}${path}`;
    await footfall.track({ domain, url });
    await footfall.track({ d: domain, n: name, u: url, p: JSON.stringify({ url: link }) });

    expect(await rowsOfWebsite(id)).toEqual([
      pageView,
      { ...pageView, name, props: { url: cleanLink } },
    ]);
  },
);

test("neither is stored of events in Umami's form", async () => {
  const { id } = await footfall.store("umami.example");
  const payload = { website: id, hostname: "umami.example", url: path };
  const send = (more: object) =>
    footfall.request("/api/send", {
      body: { type: "event", payload: { ...payload, ...more } },
      key: false,
      headers: { "user-agent": chrome },
    });
  await send({});
  await send({ name: "outbound-link-click", data: { url: link } });

  expect(await rowsOfWebsite(id)).toEqual([
    pageView,
    { ...pageView, name: "outbound-link-click", props: { url: cleanLink } },
  ]);
});

test("neither is stored of events in bulk", async () => {
  const { id } = await footfall.store("bulk.example");
  const url = `https://bulk.example${path}`;
  const timestamp = "2026-05-17T10:00:00Z";
  await footfall.bulk(id, [
    { url, timestamp },
    { url, timestamp: "2026-05-17T10:00:01Z", name: "Download", props: { url: link } },
  ]);

  expect(await rowsOfWebsite(id)).toEqual([
    pageView,
    { ...pageView, name: "Download", props: { url: cleanLink } },
  ]);
});

test("neither is stored of the lines of an access log", () => {
  const line = `192.0.2.1 - - [17/May/2026:10:05:00 +0000] "GET ${path} HTTP/1.1" 200 12 "-" "${chrome}"`;
  const parsed = parseLogLine(line);
  const context = { website: websiteWith(), nowMs: Date.UTC(2026, 5, 1), importId: 0 };
  const incoming = parsed && readLine(parsed, context).pageView;
  if (typeof incoming !== "object") throw new Error("no page view");
  expect(processEvent(incoming, dayOf(incoming)).row).toMatchObject({
    page: "/reset?step=2",
    utmSource: "",
  });
});

function rowsOfWebsite(id: number) {
  return selectRows(
    footfall,
    `SELECT ${columns} FROM events WHERE website_id = ${id} ORDER BY time`,
  );
}
