/** What an event says beside its name. */
export interface EventOptions {
  /** At most 30 texts, numbers and booleans; or that object as a JSON string. */
  readonly props?: Readonly<Record<string, string | number | boolean | null | undefined>> | string;
  /** Amount and ISO 4217 currency. */
  readonly revenue?: { readonly amount: number; readonly currency: string };
}

/** Sends a custom event. Before the first page view it waits for that. */
export type Track = (name: string, options?: EventOptions) => void;

/** The attributes of the script's tag, `data-respect-dnt` as `respectDnt`; one without a value is "". */
export interface TagSettings {
  readonly api?: string;
  readonly domain?: string;
  readonly respectDnt?: string;
  readonly local?: string;
  readonly outbound?: string;
  readonly downloads?: string;
}

/** A script's tag, as far as the tracker reads it. */
export interface TrackerTag {
  readonly src: string;
  readonly dataset: TagSettings;
}

declare global {
  interface Window {
    /** `q` has the calls from before the tracker was there, where the page has the stub for them. */
    footfall?: Track & { readonly q?: Parameters<Track>[] };
  }
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

let settings: TagSettings;
let api: string | URL;
/** The first events that wait for the first page view. */
let calls: (readonly [name: string, options?: object | undefined])[];
/** Of the page that was viewed last. */
let path: string;
let url: string;
/** 0 while the page is not in the foreground. */
let shownAtMs = 0;
let seenPx = 0;

/**
 * Tracks the page that it runs on, and becomes `window.footfall`.
 *
 * - A page is viewed when it is shown: neither while it is prerendered, nor in a tab that nobody has looked at.
 * - An event is sent once. What was not taken, because nobody answered or the server said "later", is kept in the browser
 *   and sent after the next event that is. When the page is left meanwhile nobody can tell, and it is not kept.
 * - Who is not to be tracked is not, and `footfall` does nothing.
 *
 * Every visitor loads it: `src/tracker/build.js` holds it to its size, and where something is written in an unusual
 * way, the usual one was larger.
 */
export const startTracker = (tag: TrackerTag): void => {
  const listen = addEventListener;
  settings = tag.dataset;
  api = settings.api || new URL("/api/event", tag.src);
  calls = self.footfall?.q || [];
  self.footfall = send as Track;
  if (isIgnored()) return;
  // biome-ignore lint/suspicious/useIterableCallbackReturn: "map" is there already, which makes it smaller than a loop
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
  listen("scroll", look);
  ["click", "auxclick", "submit"].map((type) => listen(type, trackElement as EventListener, true));
  update();
};

const isIgnored = () =>
  ("respectDnt" in settings && (navigator.doNotTrack === "1" || navigator.globalPrivacyControl)) ||
  // A host name without a dot, an IP address or a file.
  (!("local" in settings) && (navigator.webdriver || !location.hostname.match(/\.\D/)));

/** After whatever may have shown, hidden or changed the page. */
const update = (event?: Partial<PageTransitionEvent>) => {
  if (event?.persisted) path = "";
  if (document.hidden) leave();
  else {
    // biome-ignore lint/suspicious/noAssignInExpressions: size
    if (path !== (path = location.pathname)) {
      leave();
      // The collector refuses longer ones.
      url = (location.href.split("#")[0] as string).slice(0, 2_000);
      send();
      seenPx = 0;
      calls.map((call) => send(...call));
      calls = [];
    }
    shownAtMs ||= Date.now();
  }
};

const look = () => {
  seenPx = Math.max(seenPx, scrollY + innerHeight);
};

const leave = () => {
  look();
  const e = shownAtMs && Date.now() - shownAtMs;
  // A page that is left may be told twice in a row.
  if (e > 99) send("engagement", { e, sd: (seenPx / document.documentElement.scrollHeight) * 100 });
  shownAtMs = 0;
};

/** A link, a form or any other element. */
type Trackable = HTMLAnchorElement & { readonly method?: string };

/** What is clicked or submitted: its next ancestor with a name for it, else the link that it is in. */
const trackElement = ({ target, button, type }: MouseEvent & { target: Element }) => {
  const element = (target.closest?.("[data-footfall-event]") ||
    target.closest?.("a")) as Trackable | null;
  // Neither the other buttons of a mouse, nor a click within a form that waits to be submitted. (Only forms have a method.)
  if (!element || button > 1 || (type === "submit") === !element.method) return;
  const name =
    element.dataset.footfallEvent ||
    (element.hostname &&
      (element.pathname.match(`\\.(${settings.downloads})$`)
        ? "Download"
        : "outbound" in settings && element.hostname !== location.hostname && "Outbound"));
  if (name) send(name, { props: element.dataset.footfallProps || { url: element.href } });
};

/** Plausible's short names. Without a name it is a page view. */
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
  // Those of an ignored visitor wait for good.
  else calls = [...calls, [n as string, options] as const].slice(0, 20);
};

const post = async (body: string) => {
  let isTaken: boolean | undefined;
  try {
    const request = new Request(api, { method: "POST", body, keepalive: true });
    // A browser that does not know `keepalive` would drop the request with the page.
    isTaken = request.keepalive
      ? (await fetch(request)).status < 500
      : navigator.sendBeacon(api, body);
  } catch {}
  try {
    const kept: string[] = JSON.parse(localStorage.footfall || "[]");
    if (isTaken) {
      delete localStorage.footfall;
      // biome-ignore lint/nursery/noFloatingPromises: `post` never rejects
      kept.map(post);
    } else if (!document.hidden)
      localStorage.footfall = JSON.stringify([body, ...kept].slice(0, 20));
  } catch {}
};
