import { type FunctionComponent, h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

import { withBasePath } from "../address/server-address.ts";
import { commonWords as words } from "../words/common.ts";
import { loadTexts } from "../words/language.ts";
import { importPart } from "./import-part.ts";

/** Reserves the usual height of a page, and shows placeholders if it takes long. */
export const pageToCome = <div class="page-to-come" aria-busy="true" />;

/**
 * Returns a component that loads its code when it is first drawn, as a file of its own, after the
 * texts of the language. Until then it is `waiting`. `pick` returns it from what the file exports.
 */
export function lazy<Part, Props extends object>(
  load: () => Promise<Part>,
  pick: (part: Part) => FunctionComponent<Props>,
  waiting: VNode | null = null,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  return function Lazy(props: Props) {
    const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
    const begin = () => {
      if (loaded !== undefined) return Promise.resolve();
      return loadTexts()
        .then(() => importPart(load))
        .then(
          (part) => {
            loaded = pick(part);
            setState("loaded");
          },
          () => {
            setState("failed");
            runOthers();
          },
        );
    };
    const tryAgain = () => void begin().then(() => loaded === undefined && reloadIfOnline());
    useEffect(() => void begin(), []);
    useEffect(() => {
      if (state !== "failed") return;
      addEventListener("online", begin);
      document.addEventListener("visibilitychange", begin);
      return () => {
        removeEventListener("online", begin);
        document.removeEventListener("visibilitychange", begin);
      };
    }, [state]);
    if (loaded !== undefined) return h(loaded, props);
    if (state === "loading") return waiting;
    return (
      <p class="empty" role="alert">
        {words.partNotLoaded}{" "}
        <button class="button" type="button" onClick={tryAgain}>
          {words.again}
        </button>
      </p>
    );
  };
}

/**
 * Loads the page again if the server answers. It is the last way to a script that others import
 * from, such as the texts of the language, as nobody can give it another address.
 */
function reloadIfOnline(): void {
  fetch(withBasePath("/health")).then(
    () => location.reload(),
    () => {},
  );
}

/**
 * Runs the scripts that were loaded for another one, which does nothing to those that have run.
 * The server answers a script of another release with one that reloads the page. It has not run if
 * something is imported from it, as it exports nothing.
 */
function runOthers(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
    import(/* @vite-ignore */ link.href).catch(() => {});
  }
}
