import type { Page } from "playwright-core";

/** Roles of elements that nobody can use without their name. */
const named = new Set([
  "button",
  "link",
  "textbox",
  "searchbox",
  "checkbox",
  "radio",
  "combobox",
  "tab",
  "Date",
  "dialog",
  "image",
  "img",
  "table",
  "tabpanel",
  "tablist",
  "group",
  "navigation",
]);
const landmarks = ["banner", "main", "contentinfo"];

/** Script that checks the page's look and its references; returns an array of sentences. */
const lookAround = `(() => {
  const found = [];
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll("*")];
  const headings = all.filter((element) => element.localName === "h1" && isShown(element));
  if (headings.length !== 1) found.push(headings.length + " h1");
  if (document.documentElement.lang === "") found.push("no language");
  if (!document.title.includes("Footfall")) found.push("title " + document.title);
  const ids = all.map(({ id }) => id).filter((id) => id !== "");
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) found.push("two of id " + id);
  for (const element of all) {
    for (const name of ["for", "aria-controls", "aria-labelledby", "aria-describedby"]) {
      for (const id of (element.getAttribute(name) ?? "").split(" ").filter(Boolean)) {
        if (!ids.includes(id)) found.push(name + " of nothing: " + element.outerHTML.slice(0, 120));
      }
    }
  }
  const plain = (text) => text.replace(/\\s+/g, " ").trim().toLowerCase();
  for (const element of document.querySelectorAll("a[aria-label], button[aria-label]")) {
    const isNamed = plain(element.ariaLabel).includes(plain(element.innerText));
    if (!isNamed) found.push("name without what is seen: " + element.outerHTML.slice(0, 120));
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push("scrolls sideways: " + scrollWidth + " in " + clientWidth);
  return found;
})()`;

/**
 * Script that notes, from now on, each element that gets the focus. It notes whether the focus is
 * visible on the element, or on the one that it belongs to.
 */
const watchFocus = `(() => {
  window.focused = [];
  document.addEventListener("focusin", ({ target }) => {
    const owners = [target, target.closest("label"), target.closest("li")].filter(Boolean);
    const isOutlined = owners.some((owner) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(owner);
      return outlineStyle !== "none" && outlineWidth !== "0px";
    });
    const { width, height } = target.getBoundingClientRect();
    window.focused.push({
      html: target.outerHTML.slice(0, 120),
      isSeen: isOutlined && width > 0 && height > 0,
      isAbove: document.querySelector("dialog[open]")?.contains(target) ?? true,
    });
  });
})()`;

/**
 * Script that finds text whose contrast with its background is less than 4.5 to 1. Half-hidden and
 * disabled text may have less.
 */
const lookAtContrast = `(() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (element) => {
    if (element === null) return [255, 255, 255, 255];
    const colour = read(getComputedStyle(element).backgroundColor);
    return colour[3] === 255 ? colour : behind(element.parentElement);
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || element.closest(":disabled, [data-stale=true], noscript")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const [front, back] = [light(read(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (ratio < 4.5) found.add(ratio.toFixed(2) + ": " + node.data.trim().slice(0, 40));
  }
  return [...found];
})()`;

/**
 * Resolves with the faults of a page for a person who does not see it, or sees it on a small
 * screen. They concern controls without a name or with another than is seen, headings, landmarks,
 * ids, references and width. The list is empty if the page is right.
 */
export async function structureFaults(page: Page): Promise<string[]> {
  const faults = (await page.evaluate(lookAround)) as string[];
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const shown = nodes.filter(({ ignored }) => !ignored);
  const roles = shown.map(({ role }) => String(role?.value));
  for (const { role, name } of shown) {
    const isNameless = String(name?.value ?? "").trim() === "";
    if (isNameless && named.has(role?.value)) faults.push(`${role?.value} without a name`);
  }
  // Content behind a modal dialog is out of reach, and not in the tree.
  if (roles.includes("dialog")) return faults;
  for (const landmark of landmarks) {
    const count = roles.filter((role) => role === landmark).length;
    if (count !== 1) faults.push(`${count} of ${landmark}`);
  }
  return faults;
}

/** Resolves with texts that are hard to read in the present colours. */
export async function contrastFaults(page: Page): Promise<string[]> {
  return (await page.evaluate(lookAtContrast)) as string[];
}

/**
 * Goes through a page by Tab, `steps` times. Resolves with the elements where the focus is not
 * visible, or is behind an open dialog.
 */
export async function focusFaults(page: Page, steps: number): Promise<string[]> {
  await page.evaluate(watchFocus);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("Tab");
  const focused = (await page.evaluate("window.focused")) as Focus[];
  // A skip link lies on the page as long as it has the focus.
  await page.evaluate("document.activeElement.blur()");
  const faults = focused.flatMap(({ html, isSeen, isAbove }) => [
    ...(isSeen ? [] : [`focus is not seen: ${html}`]),
    ...(isAbove ? [] : [`focus is behind the dialog: ${html}`]),
  ]);
  return focused.length === 0 ? ["nothing takes the focus"] : [...new Set(faults)];
}

interface Focus {
  readonly html: string;
  readonly isSeen: boolean;
  readonly isAbove: boolean;
}
