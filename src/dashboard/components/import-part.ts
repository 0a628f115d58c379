let attempts = 0;

// A style that could not be loaded stays in the page, and the bundler does not ask for it again.
globalThis.addEventListener?.(
  "error",
  ({ target }) => {
    const isStyle = target instanceof HTMLLinkElement && target.rel === "stylesheet";
    if (isStyle) target.dataset["failed"] = "";
  },
  true,
);

/**
 * Resolves with the script that `load` imports, once styles that have failed are there. Where the
 * import fails, the address of the script gets a query: Firefox and Safari keep a failed import,
 * and ask for nothing at the next one. `load` must be a function that imports one script by its
 * address, as the bundler writes it.
 */
export async function importPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const failed = document.querySelectorAll<HTMLLinkElement>("link[data-failed]");
  await Promise.all([...failed].map(replaceStyle));
  return load().catch((error: unknown) => {
    const [, path] = /import\(["'`]([^"'`]+)["'`]\)/.exec(String(load)) ?? [];
    // The sentence of the bundler about a style. Without it, the part would have no look.
    if (path === undefined || String(error).includes("CSS")) throw error;
    attempts += 1;
    const { href } = new URL(path, import.meta.url);
    return import(/* @vite-ignore */ `${href}?again=${attempts}`) as Promise<Part>;
  });
}

function replaceStyle(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const copy = link.cloneNode() as HTMLLinkElement;
    delete copy.dataset["failed"];
    copy.onload = resolve;
    copy.onerror = reject;
    link.replaceWith(copy);
  });
}
