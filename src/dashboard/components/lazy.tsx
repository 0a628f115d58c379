import { type FunctionComponent, h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

import { commonWords as words } from "../words/common.ts";
import { loadTexts } from "../words/language.ts";

/**
 * Returns a component that loads its code when it is first drawn, as a file of its own, after the
 * texts of the language. Until then it is `waiting`.
 */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  waiting: VNode | null = null,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  return function Lazy(props: Props) {
    const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
    useEffect(() => {
      if (loaded !== undefined) return;
      loadTexts()
        .then(load)
        .then(
          (component) => {
            loaded = component;
            setState("loaded");
          },
          () => setState("failed"),
        );
    }, []);
    if (loaded !== undefined) return h(loaded, props);
    if (state === "loading") return waiting;
    return (
      <p class="empty" role="alert">
        {words.partNotLoaded}
      </p>
    );
  };
}

/**
 * Returns a component that loads the code of a view or a dialog. The script that views share is
 * loaded beside it, for itself: a script of another release is answered by one that reloads the
 * page, which runs only if nothing is imported from it.
 */
export function lazyView<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  waiting: VNode | null = null,
): FunctionComponent<Props> {
  return lazy(async () => (await Promise.all([load(), import("./field.tsx")]))[0], waiting);
}
