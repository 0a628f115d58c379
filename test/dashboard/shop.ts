import type { Scene } from "../helpers/scene.ts";

export const domain = "shop.site.example";

/**
 * Makes a website that everybody may see, with data in every card and report, and one with a
 * password.
 */
export async function openShop({ footfall }: Scene): Promise<void> {
  const website = await footfall.store(domain, { privacy: 0 });
  await footfall.store("locked.site.example", { privacy: 2, password: "correct horse" });
  const pages = [
    "/",
    "/pricing",
    "/blog/a-long-name-of-a-page-that-no-phone-has-room-for-in-one-line",
  ];
  const events = pages.flatMap((page, who) => [
    { who, page: `${page}?utm_campaign=autumn`, referrer: "https://news.ycombinator.com/" },
    {
      who,
      name: "Signup",
      page,
      props: { plan: "pro", seats: who },
      revenue: { amount: 19.9, currency: who === 0 ? "USD" : "EUR" },
    },
    { who, name: "engagement", page, e: 65_000, sd: 80 },
  ]);
  const path = `/api/v1/websites/${website.id}`;
  const pricing = { type: "page", value: "/pricing", props: null };
  const signup = { type: "event", value: "Signup", props: { plan: "pro" } };
  await footfall.request(`${path}/goals`, { body: { name: "Signup", ...signup } });
  const steps = [{ name: "Sees prices", ...pricing }, signup];
  await footfall.request(`${path}/funnels`, { body: { name: "Registration", steps } });
  await footfall.send(website, events);
  const agents = ["GPTBot/1.2", "Googlebot/2.1", "curl/8.5.0"];
  const reads = pages.flatMap((page, nth) =>
    agents.map((user_agent) => ({
      url: `https://${domain}${page}`,
      user_agent,
      status: nth === 2 ? 404 : 200,
    })),
  );
  await footfall.request(`${path}/reads`, { body: reads });
}
