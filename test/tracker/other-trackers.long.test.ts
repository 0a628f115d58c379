import { describe, expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { noNavigation } from "./other-tags.ts";
import { openSite } from "./tracked-site.ts";

const scene = openScene();

describe("the script with Plausible's face", () => {
  test("takes the words of its name as options", async () => {
    const site = await openSite(scene, "words");
    const page = await site.open(
      "/words",
      `<script defer data-domain="${site.domain}" event-author="Ada" add-file-types="xyz"
        src="${statsUrl}/js/script.file-downloads.outbound-links.pageview-props.revenue.tagged-events.js"></script>
      ${noNavigation}
      <a id="out" href="http://other.elsewhere.example/x">Out</a>
      <a id="file" href="/a.xyz?v=1">File</a>
      <div class="plausible-event-name=Card+Click plausible-event-kind--big"><b id="card">Card</b></div>
      <a id="link" href="/b" class="plausible-event-name--Link"><i>Link</i></a>
      <div class="plausible-event-name=Order plausible-revenue-amount=9.9 plausible-revenue-currency=EUR">
        <form><input id="field"><button id="order">Order</button></form>
      </div>`,
    );
    const author = { author: "Ada" };
    await site.expectEvents(["pageview", "/words", author]);
    for (const id of ["out", "file", "card", "link", "field", "order"]) await page.click(`#${id}`);
    await page.evaluate(`plausible("Named", { u: "${site.url}/named?utm_source=other" })`);

    await site.expectEvents(
      ["pageview", "/words", author],
      ["Outbound Link: Click", "/words", { ...author, url: "http://other.elsewhere.example/x" }],
      ["File Download", "/words", { ...author, url: `${site.url}/a.xyz` }],
      ["Card Click", "/words", { ...author, kind: "big" }],
      ["Link", "/words", { ...author, url: `${site.url}/b` }],
      ["Order", "/words", author],
      ["Named", "/named", author],
    );
    // Neither the source of the load nor another one belongs to a URL that the page names.
    expect((await site.rows()).filter(({ source }) => source !== "")).toEqual([]);
    const order = (await site.rows()).find(({ name }) => name === "Order");
    expect(order).toMatchObject({ amount: "9.9" });
  });
});

describe("the script with Umami's face", () => {
  const uuid = "3b8cd1ac-0e2f-4a4e-9a0c-4c1ed6e7d1f2";

  test("counts views, calls and clicks of the website that has the id as an alias", async () => {
    const site = await openSite(scene, "umami-face", { aliases: [uuid] });
    const page = await site.open(
      "/umami?b=1",
      `<script defer src="${statsUrl}/script.js" data-website-id="${uuid}" data-tag="blue"></script>
      ${noNavigation}
      <button data-umami-event="Signup" data-umami-event-plan-name="pro"><i>Sign up</i></button>
      <a href="/b" data-umami-event="Link"><b>Link</b></a>`,
    );
    await page.click("i");
    await page.click("b");
    const answers = await page.evaluate(`(async () => [
      await umami.track((props) => ({ ...props, url: "/early?utm_source=other" })),
      await umami.track("name"),
      await umami.track("data", { plan: "pro", seats: 3, nested: { deep: true } }),
      await umami.track("Purchase", { plan: "pro", revenue: 12.5, currency: "EUR" }),
      await umami.track({ website: "${uuid}", url: "/object", title: "Object" }),
      await umami.track({ website: "${uuid}", name: "object", data: { a: 1 } }),
      await umami.track((props) => ({ ...props, url: "/function" })),
      await umami.track((props) => ({ ...props, name: "function" })),
      await umami.track(() => undefined),
      await umami.identify({ email: "someone" }),
      await umami.identify("someone", { plan: "pro" }),
    ].length)()`);
    await page.evaluate("umami.track()");
    await page.evaluate("history.pushState(null, '', '/umami/two')");

    expect(answers).toBe(11);
    await site.expectNoMore(
      ["pageview", "/umami?b=1"],
      ["Signup", "/umami?b=1", { "plan-name": "pro" }],
      ["Link", "/umami?b=1"],
      ["pageview", "/early"],
      ["name", "/umami?b=1"],
      ["data", "/umami?b=1", { plan: "pro", seats: "3", "nested.deep": "true" }],
      ["Purchase", "/umami?b=1", { plan: "pro" }],
      ["pageview", "/object"],
      ["object", "/object", { a: "1" }],
      ["pageview", "/function"],
      ["function", "/object"],
      ["pageview", "/umami?b=1"],
      ["pageview", "/umami/two"],
    );
    const purchase = (await site.rows()).find(({ name }) => name === "Purchase");
    expect(purchase).toMatchObject({ amount: "12.5" });
    expect((await site.rows()).filter(({ source }) => source !== "")).toEqual([]);
  });
});
