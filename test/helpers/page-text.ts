import type { Page } from "playwright-core";

/**
 * Script that finds text over text, text outside its card, and text that is cut although nothing
 * has it whole. It returns an array of sentences.
 */
const lookAtText = `(() => {
  const found = [];
  const root = document.querySelector("dialog[open]") ?? document.body;
  const isHidden = (element) =>
    element.closest(".hidden, .skip, option, title, .tip") !== null ||
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /* The part of a box that its scrolling and cutting ancestors leave. */
  const clipped = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let each = element; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).overflowX === "visible") continue;
      const outer = each.getBoundingClientRect();
      [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
      [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
    }
    return { left, right, top, bottom };
  };
  const texts = [];
  const isOutside = (inner, outer) => inner.right > outer.right + 1 || inner.left < outer.left - 1;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement;
    if (node.data.trim() === "" || owner === null || isHidden(owner)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const seen = clipped(box, owner);
      if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) continue;
      const card = owner.closest(".surface");
      if (card && isOutside(seen, card.getBoundingClientRect())) {
        found.push("outside its card: " + node.data.trim().slice(0, 40));
      }
      texts.push({ ...seen, node, owner, text: node.data.trim().slice(0, 40) });
    }
    const cutter = owner.closest("td, th, button:not(:has(.icon)), .button, .quiet-button, .total, h1, h2, dt, dd");
    const whole = cutter && range.getBoundingClientRect();
    const room = cutter?.getBoundingClientRect();
    const scrolls = owner.closest(".tabs, .scroll-x, .report-tabs, .views, .week-grid, pre") !== null;
    const isTold = owner.closest("[title]") !== null;
    if (room && !scrolls && !isTold && isOutside(whole, room)) {
      found.push("cut: " + node.data.trim().slice(0, 40));
    }
  }
  texts.sort((a, b) => a.top - b.top);
  texts.forEach((a, index) => {
    for (const b of texts.slice(index + 1)) {
      if (b.top >= a.bottom) break;
      // The form of a dialog scrolls under its foot.
      const isInFoot = ({ owner }) => owner.closest(".form-end") !== null;
      if (a.node === b.node || isInFoot(a) !== isInFoot(b)) continue;
      const [wide, high] = [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      ];
      // Lines of 1.35 or less touch each other without their letters doing so.
      if (wide > 1 && high > 5) found.push("over each other: " + a.text + " | " + b.text);
    }
  });
  return [...new Set(found)];
})()`;

/** Resolves with the texts of a page, or of its dialog, that are cut or over each other. */
export async function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(lookAtText);
}

/** Script for each page before its own scripts: adds up how much the layout shifts unasked. */
export const watchShifts = `(() => {
  window.shift = 0;
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      window.shift += entry.value;
      for (const { node } of entry.sources) {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        window.shifted.push(entry.value.toFixed(3) + " " + (element?.outerHTML.slice(0, 80) ?? ""));
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
})()`;

/** Resolves with how much the layout of a page has shifted, and what moved. */
export async function shiftOf(page: Page): Promise<{ shift: number; shifted: string[] }> {
  return page.evaluate("({ shift: window.shift, shifted: window.shifted })");
}
