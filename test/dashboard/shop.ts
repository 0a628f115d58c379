import { chrome } from "../helpers/footfall.ts";
import type { Scene } from "../helpers/scene.ts";

export const domain = "shop.site.example";

/**
 * Makes a website that everybody may see, with data in every card and report, and one with a
 * password.
 */
export async function openShop({ footfall }: Scene): Promise<void> {
  const { id } = await footfall.store(domain, { privacy: 0 });
  await footfall.store("locked.site.example", { privacy: 2, password: "correct horse" });
  const pages = [
    "/",
    "/pricing",
    "/blog/a-long-name-of-a-page-that-no-phone-has-room-for-in-one-line",
  ];
  const events = pages.flatMap((page, index) => [
    {
      url: `https://${domain}${page}?utm_campaign=autumn`,
      referrer: "https://news.ycombinator.com/",
      ip: `192.0.2.${index}`,
      user_agent: chrome,
    },
    {
      name: "Signup",
      url: `https://${domain}${page}`,
      props: { plan: "pro", seats: index },
      revenue: { amount: 19.9, currency: index === 0 ? "USD" : "EUR" },
      ip: `192.0.2.${index}`,
      user_agent: chrome,
    },
    {
      name: "engagement",
      url: `https://${domain}${page}`,
      e: 65_000,
      sd: 80,
      ip: `192.0.2.${index}`,
      user_agent: chrome,
    },
  ]);
  const path = `/api/v1/websites/${id}`;
  const pricing = { type: "page", value: "/pricing", props: null };
  const signup = { type: "event", value: "Signup", props: { plan: "pro" } };
  await footfall.request(`${path}/goals`, { body: { name: "Signup", ...signup } });
  const steps = [{ name: "Sees prices", ...pricing }, signup];
  await footfall.request(`${path}/funnels`, { body: { name: "Registration", steps } });
  await footfall.bulk(id, events);
  await footfall.server.shipped();
}
