import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { statsUrl } from "../helpers/site.ts";
import {
  ada,
  domain,
  openAsAda,
  openNotifyingScene,
  section,
  takeRecipients,
} from "./notifying-scene.ts";

const scene = openNotifyingScene();
const path = "/api/v1/websites/1";

test("an alert is made from the chart, and tells a webhook whose secret nobody sees again", async () => {
  const { page, complaints } = await openAsAda(scene, `/${domain}?view=notifications`);
  const webhooks = section(page, "Webhooks");
  await webhooks.getByRole("button", { name: "Add a webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a webhook" });
  await dialog.getByLabel("Name").fill("Team chat");
  await dialog.getByLabel("Address").fill(`${scene.receiver.url}/hook`);
  await dialog.getByLabel("Secret (optional)").fill("a secret of the shop");
  await dialog.getByLabel("Goals that are reached").check();
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await webhooks.getByRole("button", { name: "Send a test of Team chat" }).click();
  await webhooks.getByText("Team chat: sent.").waitFor();
  await webhooks.getByText("The last call arrived on").waitFor();
  await webhooks.getByRole("button", { name: "Change Team chat" }).click();
  const change = page.getByRole("dialog", { name: "Change Team chat" });
  await change.getByText("There is one. Leave this empty to keep it.").waitFor();
  expect(await page.content()).not.toContain("a secret of the shop");
  await change.getByRole("button", { name: "Save" }).click();
  await webhooks.getByText("Saved.", { exact: true }).waitFor();

  await page.goto(`${statsUrl}/${domain}?chart=pageviews`);
  await page.getByRole("link", { name: "Tell me when …" }).click();
  const alert = page.getByRole("dialog", { name: "Add an alert" });
  await alert.getByLabel("Webhook Team chat").check();
  await alert.getByRole("button", { name: "Add alert" }).click();
  const alerts = section(page, "Alerts");
  await alerts.getByText("More page views than usual").first().waitFor();
  await alerts.getByRole("button", { name: /^Send a test/ }).click();
  await alerts.getByText("Webhook Team chat: sent.").waitFor();
  await alerts.getByText(`${ada}: sent.`).waitFor();
  expect(takeRecipients(scene)).toEqual([ada]);
  expect(scene.receiver.received.map(({ json }) => json.type)).toEqual(["test", "alert"]);
  expect((await scene.footfall.request(`${path}/alerts`)).json.data[0].when).toEqual({
    metric: "pageviews",
    against: "weekday",
    window_minutes: 60,
    times_above: 2,
  });
  expect((await scene.footfall.request("/api/v1/webhooks")).json.data[0].has_secret).toBe(true);
  expect(complaints).toEqual([]);
});

test("an alert that fires says since when, without a reload, and its mail arrives", async () => {
  await scene.footfall.store("busy.site.example");
  const { page, complaints } = await openAsAda(scene, "/busy.site.example?view=notifications");
  const alerts = section(page, "Alerts");
  await alerts.getByRole("link", { name: "Add an alert" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an alert" });
  await dialog.getByLabel("Tell me when").selectOption("there are more than a number");
  await dialog.getByLabel("More than").fill("1");
  await dialog.getByLabel("Within").selectOption("15 minutes");
  await dialog.getByText("when there are more than 1 visitor in 15 minutes.").waitFor();
  await dialog.getByRole("button", { name: "Add alert" }).click();
  await alerts.getByText("It is quiet, and has not fired yet.").waitFor();

  takeRecipients(scene);
  const url = "https://busy.site.example/";
  for (const user_agent of [chrome, `${chrome} Edg/126.0.0.0`]) {
    await scene.footfall.track(
      { n: "pageview", u: url, d: "busy.site.example" },
      {
        "user-agent": user_agent,
      },
    );
  }
  await alerts.getByText("Firing since").waitFor({ timeout: 150_000 });
  await eventually(() => expect(takeRecipients(scene)).toEqual([ada]));
  expect(complaints).toEqual([]);
});
