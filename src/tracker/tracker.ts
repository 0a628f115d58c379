import type { TagSettings, TrackerTag } from "./attributes.ts";

/** The optional fields of a custom event. */
export interface EventOptions {
  /** At most 30 texts, numbers or booleans, or a JSON string with that object. */
  readonly props?: Readonly<Record<string, string | number | boolean | null | undefined>> | string;
  /** Amount and ISO 4217 currency. */
  readonly revenue?: { readonly amount: number; readonly currency: string };
}

/** Sends a custom event. Events before the first page view wait for it. */
export type Track = (name: string, options?: EventOptions) => void;

declare global {
  interface Window {
    /** Before the tracker has loaded, the page can have a stub that collects calls in `q`. */
    footfall?: Track & { readonly q?: Parameters<Track>[] };
  }
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

let settings: TagSettings;
let api: string | URL;
/** The custom events that wait for the first page view, up to a limit. */
let calls: (readonly [name: string, options?: object | undefined])[];
/** Path of the latest page view. */
let path: string;
let url: string;
/** Time at which the page came to the foreground; 0 while it is in the background. */
let shownAtMs = 0;
let seenPx = 0;

/**
 * Tracks the page, and sets `window.footfall` to the function that sends custom events.
 *
 * - A page view counts when the page is visible. Prerendered pages and tabs in the background wait.
 * - An event is sent once. If the server does not answer or asks to retry, the browser stores the
 *   event, and sends it after the next successful one.
 * - If the page is left before the answer, the outcome is unknown, and the event is not stored.
 * - For visitors who must not be tracked, nothing is sent, and `footfall` does nothing.
 *
 * Every visitor loads this code, so `src/tracker/build.js` limits its size. Unusual constructs are
 * here because the usual ones were larger.
 */
export const startTracker = (tag: TrackerTag): void => {
  const listen = addEventListener;
  settings = tag.dataset;
  api = settings.api || new URL("/api/event", tag.src);
  calls = self.footfall?.q || [];
  self.footfall = send as Track;
  if (isIgnored()) return;
  // biome-ignore lint/suspicious/useIterableCallbackReturn: "map" compresses better than a loop
  (["pushState", "replaceState"] as const).map((method) => {
    const change = history[method];
    history[method] = (...args) => {
      change.apply(history, args);
      update();
    };
  });
  listen("popstate", update);
  listen("pageshow", update);
  listen("visibilitychange", update);
  listen("pagehide", leave);
  listen("scroll", noteScroll);
  ["click", "auxclick", "submit"].map((type) => listen(type, trackElement as EventListener, true));
  update();
};

const isIgnored = () =>
  ("respectDnt" in settings && (navigator.doNotTrack === "1" || navigator.globalPrivacyControl)) ||
  // Matches host names without a dot, IP addresses and files.
  (!("local" in settings) && (navigator.webdriver || !location.hostname.match(/\.\D/)));

/** Runs after anything that may have shown, hidden or changed the page. */
const update = (event?: Partial<PageTransitionEvent>) => {
  if (event?.persisted) path = "";
  if (document.hidden) leave();
  else {
    // biome-ignore lint/suspicious/noAssignInExpressions: size
    if (path !== (path = location.pathname)) {
      leave();
      // The collector refuses longer addresses.
      url = (location.href.split("#")[0] as string).slice(0, 2_000);
      send();
      seenPx = 0;
      calls.map((call) => send(...call));
      calls = [];
    }
    shownAtMs ||= Date.now();
  }
};

const noteScroll = () => {
  seenPx = Math.max(seenPx, scrollY + innerHeight);
};

const leave = () => {
  noteScroll();
  const e = shownAtMs && Date.now() - shownAtMs;
  // Leaving a page can trigger two events in a row.
  if (e > 99) send("engagement", { e, sd: (seenPx / document.documentElement.scrollHeight) * 100 });
  shownAtMs = 0;
};

/** A link, a form or any other element. */
type Trackable = HTMLAnchorElement & { readonly method?: string };

/**
 * Tracks a click or submit, for the closest ancestor with an event name, or else the closest link.
 */
const trackElement = ({ target, button, type }: MouseEvent & { target: Element }) => {
  const element = (target.closest?.("[data-footfall-event]") ||
    target.closest?.("a")) as Trackable | null;
  // Ignores other mouse buttons, and clicks within forms, which send their own event on submit.
  // Only forms have a method.
  if (!element || button > 1 || (type === "submit") === !element.method) return;
  const name =
    element.dataset.footfallEvent ||
    (element.hostname &&
      (element.pathname.match(`\\.(${settings.downloads})$`)
        ? "Download"
        : "outbound" in settings && element.hostname !== location.hostname && "Outbound"));
  if (name) send(name, { props: element.dataset.footfallProps || { url: element.href } });
};

/** Sends an event with Plausible's short names. Without a name it is a page view. */
const send = (n?: string, options?: object) => {
  if (url)
    void post(
      JSON.stringify({
        n,
        d: settings.domain || location.hostname,
        u: url,
        r: document.referrer,
        screen: `${screen.width}x${screen.height}`,
        language: navigator.language,
        ...options,
      }),
    );
  // The events of an ignored visitor wait forever.
  else calls = [...calls, [n as string, options] as const].slice(0, 20);
};

const post = async (body: string) => {
  let isTaken: boolean | undefined;
  try {
    const request = new Request(api, { method: "POST", body, keepalive: true });
    // A browser without `keepalive` would cancel the request when the page is left.
    isTaken = request.keepalive
      ? (await fetch(request)).status < 500
      : navigator.sendBeacon(api, body);
  } catch {}
  try {
    const queue: string[] = JSON.parse(localStorage.footfall || "[]");
    if (isTaken) {
      delete localStorage.footfall;
      // biome-ignore lint/nursery/noFloatingPromises: `post` never rejects
      queue.map(post);
    } else if (!document.hidden)
      localStorage.footfall = JSON.stringify([body, ...queue].slice(0, 20));
  } catch {}
};
