import { chrome } from "./footfall.ts";
import type { Scene } from "./scene.ts";

export const domain = "shop.site.example";

/** Makes a website that everybody may see, with data in every card, and one with a password. */
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
    { name: "Signup", url: `https://${domain}${page}`, ip: `192.0.2.${index}`, user_agent: chrome },
  ]);
  await footfall.bulk(id, events);
  await footfall.server.shipped();
}
