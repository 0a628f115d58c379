import { dayMs } from "../base/calendar.ts";
import type { Random, Weighted } from "./random.ts";
import type { DemoSite } from "./site.ts";

/** Days before today on which programs read the websites. */
const daysOfReads = 30;
/** Reads of a day for each visitor of a weekday. */
const readsPerVisitor = 0.3;
const goneShare = 0.04;

/** Programs, each with how often it reads beside the others. */
const agents: readonly Weighted<string>[] = [
  [24, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  [
    20,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  ],
  [12, "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
  [
    10,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
  ],
  [
    7,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
  ],
  [6, "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)"],
  [
    5,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
  ],
  [5, "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"],
  [4, "CCBot/2.0 (https://commoncrawl.org/faq/)"],
  [3, "Feedly/1.0 (+http://www.feedly.com/fetcher.html)"],
  [2, "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  [2, "curl/8.5.0"],
];

/** Returns the requests of programs for a website in the last days, as the API takes them. */
export function makeReads(site: DemoSite, nowMs: number, random: Random): object[] {
  const count = Math.round(daysOfReads * site.visitorsPerDay * readsPerVisitor);
  return Array.from({ length: count }, () => {
    const isGone = random.happens(goneShare);
    const path = isGone ? "/old/catalogue" : random.pick(site.pages);
    return {
      url: `https://${site.domain}${path}`,
      user_agent: random.pick(agents),
      status: isGone ? 404 : 200,
      timestamp: new Date(nowMs - random.next() * daysOfReads * dayMs).toISOString(),
      door: "log",
    };
  });
}
