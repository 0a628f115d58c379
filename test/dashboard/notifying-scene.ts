import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

import { stopAll } from "../helpers/clean-up.ts";
import { openDashboard, type Visit } from "../helpers/dashboard.ts";
import { startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { type MailServer, startMailServer } from "../helpers/mail-server.ts";
import { type Receiver, startReceiver } from "../helpers/receiver.ts";
import { startSites, statsUrl, type TestSites } from "../helpers/site.ts";

export const domain = "shop.site.example";
/** The address of Ada, who owns everything. */
export const ada = "ada@shop.example";
export const password = "correct horse battery";

/** A Footfall with a website and a mail server, something that webhooks call, and a browser. */
export interface NotifyingScene {
  readonly footfall: TestFootfall;
  readonly sites: TestSites;
  readonly mailServer: MailServer;
  readonly receiver: Receiver;
}

/** Sets the scene for all tests of a file. */
export function openNotifyingScene(): NotifyingScene {
  const scene = {} as { -readonly [Part in keyof NotifyingScene]: NotifyingScene[Part] };
  beforeAll(async () => {
    scene.mailServer = await startMailServer();
    scene.receiver = await startReceiver();
    const footfall = await startFootfall({
      SMTP_URL: scene.mailServer.url,
      REPORT_FROM: "Footfall <footfall@shop.example>",
      BASE_URL: statsUrl,
      WEBHOOK_PRIVATE_ADDRESSES: "on",
    });
    scene.footfall = footfall;
    scene.sites = await startSites(footfall.url);
    await footfall.send(await footfall.store(domain), [{}]);
    const body = { email: ada, name: "Ada", role: "owner" };
    const { json } = await footfall.request("/api/v1/people", { body });
    const token = new URL(json.link.url).hash.slice(1);
    await footfall.request("/session/invitation", { key: false, body: { token, password } });
    takeRecipients(scene);
  });
  afterAll(stopAll);
  return scene;
}

/** Opens an address as Ada. */
export async function openAsAda({ sites }: NotifyingScene, address: string): Promise<Visit> {
  const visit = await openDashboard(sites, "/");
  await visit.page.getByLabel("E-mail address").fill(ada);
  await visit.page.getByLabel("Password").fill(password);
  await visit.page.getByRole("button", { name: "Sign in" }).click();
  await visit.page.locator(".account-menu").waitFor();
  await visit.page.goto(`${statsUrl}${address}`);
  return visit;
}

/** Returns the part of a page below a heading. */
export function section(page: Page, name: string) {
  const heading = page.getByRole("heading", { name, exact: true });
  return page.locator("section, form").filter({ has: heading });
}

/** Returns those who got a mail, and forgets the mails. */
export function takeRecipients({ mailServer }: NotifyingScene): string[] {
  return mailServer.mails.splice(0).flatMap(({ to }) => to);
}
