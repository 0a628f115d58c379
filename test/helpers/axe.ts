import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of WCAG 2.2, levels A and AA. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Script that tells whether nothing appears or fades any more. */
const isStill = `document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || effect.getComputedTiming().iterations === Infinity)`;

/**
 * Resolves with what axe finds against WCAG 2.2 AA on a page, or a part of it, and where. What is
 * still fading in has too little contrast, so it waits until the page is still.
 */
export async function axeFaults(page: Page, part = "html"): Promise<string[]> {
  await eventually(async () => expect(await page.evaluate(isStill)).toBe(true));
  await page.evaluate(await axe);
  return page.evaluate(`axe.run(${JSON.stringify(part)}, { runOnly: ${JSON.stringify(tags)} }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => id + ": " + target.join(" "))))`);
}
