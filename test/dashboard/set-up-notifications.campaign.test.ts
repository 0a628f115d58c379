import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
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

test("a person sets up the weekly mail for two recipients, from the settings on", async () => {
  const { page, complaints } = await openAsAda(scene, `/${domain}?view=settings`);
  await page.getByRole("link", { name: "Set up e-mail reports and alerts" }).click();
  const form = section(page, "E-mail reports");
  const addresses = form.getByLabel("E-mail addresses");
  expect(await addresses.inputValue()).toBe(ada);
  await form.getByText("Nobody gets reports, as none is chosen.").waitFor();

  await form.getByLabel("Each week").check();
  await addresses.fill(`${ada}\nbob@`);
  await form.getByLabel("Time").fill("08:00");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("bob@: Please write one e-mail address").waitFor();
  expect(await addresses.getAttribute("aria-invalid")).toBe("true");

  await addresses.fill(`${ada}\nbob@shop.example`);
  const plan = `A mail goes to ${ada} and bob@shop.example each Monday at 08:00.`;
  await form.getByText(plan).waitFor();
  scene.mailServer.refusals.push({ at: "RCPT", code: 550, to: "bob@shop.example" });
  await form.getByRole("button", { name: "Send a test" }).click();
  await form.getByText(`${ada}: sent.`).waitFor();
  await form.getByText("bob@shop.example: not sent. The reason:").waitFor();
  await form.getByRole("button", { name: "Send a test" }).click();
  await form.getByText("bob@shop.example: sent.").waitFor();
  expect(takeRecipients(scene)).toEqual([ada, ada, "bob@shop.example"]);
  await form.getByText("The last report was sent on").waitFor();

  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.", { exact: true }).waitFor();
  expect((await scene.footfall.request(`${path}/email-reports`)).json.data).toMatchObject({
    day: false,
    week: true,
    month: false,
    send_at: "08:00",
    to: [ada, "bob@shop.example"],
  });
  // The address that was wrong, which the server refuses.
  expect(complaints).toEqual([expect.stringContaining("422")]);
});

test("a person wants to know when nothing comes in", async () => {
  const { page, complaints } = await openAsAda(scene, `/${domain}`);
  await page.getByRole("link", { name: "Notifications" }).click();
  const alerts = section(page, "Alerts");
  await alerts.getByText("There are no alerts yet.").waitFor();
  await alerts.getByRole("link", { name: "Add an alert" }).click();

  const dialog = page.getByRole("dialog", { name: "Add an alert" });
  await dialog.getByText("Sends a message when nothing comes in for 60 minutes.").waitFor();
  await dialog.getByText(`It goes to ${ada}.`).waitFor();
  await dialog.getByLabel(`Me, ${ada}`).uncheck();
  await dialog.getByRole("button", { name: "Add alert" }).click();
  await dialog.getByText("Please choose 1 to 10 people, webhooks or addresses.").waitFor();
  await dialog.getByLabel(`Me, ${ada}`).check();
  await dialog.getByRole("button", { name: "Add alert" }).click();
  await dialog.waitFor({ state: "detached" });

  await alerts.getByText("The alert is on.").waitFor();
  await alerts.getByText("It is quiet, and has not fired yet.").waitFor();
  await alerts.getByRole("button", { name: "Send a test of Nothing comes in" }).click();
  await alerts.getByText(`${ada}: sent.`).waitFor();
  await alerts.getByText("The last message was sent on").waitFor();
  expect(takeRecipients(scene)).toEqual([ada]);
  const [alert] = (await scene.footfall.request(`${path}/alerts`)).json.data;
  expect(alert).toMatchObject({
    name: "Nothing comes in",
    when: { silent_minutes: 60 },
    hours: null,
    enabled: true,
    to: [{ person_id: 1 }],
  });

  await alerts.getByRole("button", { name: "Change Nothing comes in" }).click();
  const change = page.getByRole("dialog", { name: "Change Nothing comes in" });
  await change.getByLabel("Only at certain hours of the day").check();
  await change.getByRole("button", { name: "Save" }).click();
  await alerts.getByText("It looks only from 8:00 to 22:00").waitFor();
  await alerts.getByRole("button", { name: "Delete Nothing comes in" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await alerts.getByText("There are no alerts yet.").waitFor();
  expect(complaints).toEqual([expect.stringContaining("422")]);
});

test("a person has one mail of all websites, and tries it out", async () => {
  const { page, complaints } = await openAsAda(scene, "/account");
  const form = section(page, "E-mail reports of all websites");
  await form.getByText("No report was sent in the last 60 days.").waitFor();
  await form.getByLabel("Each month").check();
  await form.getByText(`A mail goes to ${ada} on the first of each month at 06:00`).waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.", { exact: true }).waitFor();
  scene.mailServer.refusals.push({ at: "RCPT", code: 550 });
  await form.getByRole("button", { name: "Send a test" }).click();
  await form.getByText("The last report could not be sent on").waitFor();
  await form.getByRole("button", { name: "Send a test" }).click();
  await form.getByText(`${ada}: sent.`).waitFor();
  await form.getByText("The last report was sent on").waitFor();
  const [mail] = scene.mailServer.mails;
  expect(mail?.headers.get("subject")).toBe("1 website: 0 visitors last month");
  expect(takeRecipients(scene)).toEqual([ada]);

  await page.reload();
  await form.getByText(`A mail goes to ${ada} on the first of each month at 06:00`).waitFor();
  await form.getByText("The last report was sent on").waitFor();
  expect(complaints).toEqual([]);
});
