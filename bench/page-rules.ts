import { compilePageRules, type PageRule } from "../src/base/page-rules.ts";
import { pageRulesMax } from "../src/model/limits.ts";
import { median } from "./report.ts";

const pagesPerRound = 1_000_000;
const pagesMax = 20_000;

/** Rules that share their first segments, so that none is told from others by its beginning. */
const similar = rulesOf((nth) => `/shop/en/products/*/reviews/${nth}/*`);
/** Rules in which everything is open, so that each page is compared with each of them. */
const open = rulesOf((nth) => `${"/*".repeat(1 + (nth % 6))}/end-${nth}`);

const pagesOf = {
  "that the last rule matches": (nth: number) =>
    `/shop/en/products/${nth}/reviews/${pageRulesMax - 1}/${nth}?page=2`,
  "that no rule matches": (nth: number) => `/shop/en/products/${nth}/reviews/all/${nth}?page=2`,
};

/** Returns, as a report, the time that 50 rules for pages take for an event, beside none. */
export function measurePageRules({ rounds }: { readonly rounds: number }): string {
  const lines = Object.entries(pagesOf).flatMap(([what, pageOf]) => {
    const pages = Array.from({ length: pagesMax }, (_, nth) => pageOf(nth));
    return Object.entries({ none: [], similar, open }).map(([name, rules]) => {
      const times = Array.from({ length: rounds }, () => microsecondsOf(rules, pages));
      return `  pages ${what}, ${rules.length} rules (${name}): ${median(times).toFixed(2)} µs`;
    });
  });
  return ["rules for pages, for each event", ...lines].join("\n");
}

function rulesOf(matchOf: (nth: number) => string): PageRule[] {
  return Array.from({ length: pageRulesMax }, (_, nth) => {
    return { match: matchOf(nth), page: `/page-${nth}`, keepsQuery: nth % 2 === 0 };
  });
}

function microsecondsOf(rules: readonly PageRule[], pages: readonly string[]): number {
  const rename = compilePageRules(rules);
  let characters = 0;
  const { user } = process.cpuUsage();
  for (let nth = 0; nth < pagesPerRound; nth += 1) {
    characters += rename(pages[nth % pages.length] ?? "").length;
  }
  const us = process.cpuUsage().user - user;
  if (characters === 0) throw new Error("no page has a name");
  return us / pagesPerRound;
}
