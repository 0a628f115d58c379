/** Shows that the session has ended; undefined on pages that nobody signs in to. */
let show: (() => void) | undefined;

/** Has `listener` called when a request is refused because the session has ended. */
export function onSignedOut(listener: () => void): () => void {
  show = listener;
  return () => {
    show = undefined;
  };
}

/** Says that the session has ended. Returns whether the page asks to sign in. */
export function tellSignedOut(): boolean {
  show?.();
  return show !== undefined;
}
