/**
 * The answer to a request for a script of another release: a module that reloads the page.
 *
 * While two releases run side by side, one may send a page whose scripts the other does not have.
 * A reload alone might meet the same two again, forever, as a balancer that takes turns is regular.
 * So the script first asks for its own address until the other Footfall answers. Browsers cache
 * that answer for good, so the file is there from then on, whichever Footfall sends the page.
 *
 * Each file reloads the page three times at most in one tab, so that no page reloads forever. The
 * error at the end ends an `import()` of the file, too.
 */
export const reloadScript = `const reloadsMax = 3;
const asksMax = 5;
const key = "footfall reloads " + import.meta.url;

function mayReload() {
  try {
    const reloads = Number(sessionStorage.getItem(key));
    sessionStorage.setItem(key, String(reloads + 1));
    return reloads < reloadsMax;
  } catch {
    return false;
  }
}

async function cacheFile() {
  for (let asks = 0; asks < asksMax; asks += 1) {
    const reply = await fetch(import.meta.url, { cache: "reload" });
    await reply.text();
    if ((reply.headers.get("cache-control") ?? "").includes("immutable")) return;
  }
}

if (mayReload()) {
  await cacheFile().catch(() => {});
  location.reload();
  await new Promise(() => {});
}
if (document.querySelector("body > :not(noscript)") === null) {
  document.body.append("Footfall is being updated. Please reload this page in a minute.");
}
throw new Error("This script belongs to another release of Footfall.");
`;
