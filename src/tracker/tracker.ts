import type { TagSettings, TrackerTag } from "./attributes.ts";
import type { Body, Face, FaceSettings, SentEvent, Trackable } from "./face.ts";
import type { EventOptions, Track } from "./track.ts";

/** The build sets it, and leaves out of ours what only faces need, and the other way round. */
declare const isFace: boolean;

/** A tracker. Before it has loaded, the page can have a stub that collects calls in `q`. */
type PageTracker = Track & {
  readonly q?: Parameters<Track>[];
  /** Plausible's tracker, once it has loaded, sets it. */
  readonly l?: boolean;
};

declare global {
  interface Window {
    footfall?: PageTracker;
    plausible?: PageTracker;
  }
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

// gzip likes this order of the variables and functions better than others.

/** Path of the latest page view; `true` before the next view of the same path. */
let path: string | boolean | undefined;
/** Time at which the page came to the foreground; nothing or NaN while it is in the background. */
let shownAtMs: number;
/** The custom events that wait for the first page view, up to a limit. */
let calls: (readonly [name: string, options?: EventOptions])[] = [];
/** Whether the latest page view is not the first one since the page was loaded. */
let soft: boolean;
/** The greatest depth that was seen; nothing before the first page view. */
let seenPx: number;
/**
 * Only a setting that is there compares with "", whatever it is. `in` does not work with this
 * object in a worker of Partytown.
 */
let settings: TagSettings & FaceSettings;
/** URL of the latest page view. */
let url: string | undefined;
/** URL of the collector; nothing where the visitor is ignored. */
let api: string | URL | undefined;
/** Options of the next page view, where the page counts its views itself. */
let view: EventOptions | undefined;
/** How another product's tracker differs. Only faces have one. */
let face: Face;

/** Makes the tracker stand in for that of another product. A face calls it before it starts. */
export const setFace = (given: Face): void => {
  face = given;
};

/**
 * Tracks the page, and sets `window.footfall` and `window.plausible` to the function that sends
 * custom events.
 *
 * - A page view counts when the page is visible. Prerendered pages and tabs in the background wait.
 * - An event is sent once. If the server does not answer or asks to retry, the browser stores the
 *   event, and sends it after the next successful one.
 * - If the page is left before the answer, the outcome is unknown, and the event is not stored.
 * - For visitors who must not be tracked, nothing is sent.
 *
 * Every visitor loads this code, so `src/tracker/build.js` limits its size. Unusual constructs are
 * here because the usual ones were larger.
 */
export const startTracker = (tag: TrackerTag): void => {
  const listen = addEventListener;
  settings = tag.dataset;
  api =
    !isFace &&
    (settings.respectDnt as string) >= "" &&
    (+(navigator.doNotTrack as string) || navigator.globalPrivacyControl)
      ? // There is no URL yet.
        url
      : ((isFace ? settings.captureOnLocalhost : (settings.local as string) >= "") ||
          // Matches neither host names without a dot nor IP addresses and files.
          (!navigator.webdriver && location.host.match("[.]\\D")) ||
          // biome-ignore lint/suspicious/noConsole: people must learn why nothing counts
          (console.info(
            isFace ? "footfall ignores this page" : "footfall ignores this page, see data-local",
          ) as undefined)) &&
        ((isFace && settings.endpoint) || settings.api || new URL("/api/event", tag.src));
  // biome-ignore lint/suspicious/useIterableCallbackReturn: "map" compresses better than a loop
  (["replaceState", "pushState"] as const).map((method) => {
    const change = history[method];
    history[method] = (...args) => {
      change.call(history, ...args);
      update();
    };
  });
  listen("popstate", update);
  listen("submit", trackElement as EventListener, true);
  listen("auxclick", trackElement as EventListener, true);
  listen("click", trackElement as EventListener, true);
  if (!isFace || !settings.isManual) listen("pageshow", update);
  listen("visibilitychange", update);
  listen("scroll", update);
  update();
  // A face has names of its own.
  if (!isFace)
    // biome-ignore lint/suspicious/useIterableCallbackReturn: "map" compresses better than a loop
    (["footfall", "plausible"] as const).map((name) => {
      const stub = self[name];
      // Plausible's tracker on the same page has its own events.
      if (stub?.l) return;
      self[name] = send;
      stub?.q?.map((call) => send(...call));
    });
};

/**
 * Returns the path of the page, with the fragment where that is a part of it. Returns nothing where
 * the page counts its views itself.
 */
const pathOf = () =>
  settings.isManual
    ? undefined
    : location.pathname + (settings.hashBasedRouting ? location.hash : "");

const leave = (e = Date.now() - shownAtMs) => {
  // A page that counts its own views may not have called yet.
  if (e > 99 && (!isFace || url))
    send("engagement", { e, sd: (seenPx / document.documentElement.scrollHeight) * 100 });
  shownAtMs = Number.NaN;
};

/**
 * Tracks a click or submit, for the closest ancestor with an event name, or else the closest link.
 */
const trackElement = ({ target, button, type }: MouseEvent & { target: Element }) => {
  const element = (target.closest?.(isFace ? face.selector : "[data-footfall-event]") ||
    target.closest?.(isFace ? "a,form" : "a")) as Trackable | null;
  // Ignores other mouse buttons, and clicks within forms, which send their own event on submit.
  // Only forms have a method.
  if (!element || button > 1 || (!isFace && (type === "submit") === !element.method)) return;
  const own = isFace ? face.read(element, target, type === "submit") : undefined;
  const name =
    (isFace ? own?.[0] : element.dataset.footfallEvent) ||
    (element.hostname &&
      (element.pathname.match(`[.](${settings.downloads})$`)
        ? isFace
          ? "File Download"
          : "Download"
        : element.hostname !== location.hostname &&
          (isFace ? settings.outboundLinks : (settings.outbound as string) >= "") &&
          (isFace ? "Outbound Link: Click" : "Outbound")));
  if (name)
    send(
      name,
      isFace ? own?.[1] : { props: element.dataset.footfallProps || { url: element.href } },
    );
};

/**
 * Runs after anything that may have shown, hidden, scrolled or changed the page, and for a view
 * that the page counts itself, with the view's options.
 */
export const update = (
  event?: Partial<PageTransitionEvent> & EventOptions,
  px = scrollY + innerHeight,
): void => {
  if (px > seenPx) seenPx = px;
  path = event?.persisted || path;
  if (isFace && event?.persisted) view = event;
  if (document.hidden) leave();
  else {
    // biome-ignore lint/suspicious/noAssignInExpressions: size
    if (path !== (path = isFace ? pathOf() : location.pathname)) {
      leave();
      soft = !!url;
      // The collector refuses longer URLs.
      url = (
        isFace
          ? view?.u || (location.href.split(settings.hashBasedRouting ? "\n" : "#")[0] as string)
          : (location.href.split("#")[0] as string)
      ).slice(0, 2_000);
      isFace ? send(undefined, view) : send();
      if (isFace) view = undefined;
      seenPx = 0;
      calls.map((call) => send(...call));
      calls = [];
    }
    shownAtMs ||= Date.now();
  }
};

/** The answer to an event, or the error of a request without one. */
interface Answer {
  readonly status?: number;
}

/** Sends a body, and returns the answer; nothing where the visitor is ignored. */
const post = async (body: Body): Promise<Answer | undefined> => {
  // biome-ignore lint/style/noParameterAssign: size
  if (isFace) body = await body;
  const answer = (api &&
    (!isFace || body) &&
    (await fetch(api, { method: "POST", body: body as string, keepalive: true }).catch(
      (error: Answer) => error,
    ))) as Answer | undefined;
  try {
    const queue: string[] = JSON.parse(localStorage.footfall || "[]");
    // Throws where the visitor is ignored.
    if (((answer as Answer).status as number) < 500) {
      delete localStorage.footfall;
      // biome-ignore lint/nursery/noFloatingPromises: `post` never rejects
      queue.map(post);
    } else if (!document.hidden)
      localStorage.footfall = JSON.stringify([body, ...queue].slice(0, 20));
  } catch {}
  return answer;
};

/** Milliseconds in the foreground, and scroll depth in percent. */
interface Engagement {
  readonly e: number;
  readonly sd: number;
}

/**
 * Sends an event with Plausible's short names. Without a name it is a page view. Packages call
 * `plausible("pageview")` for pages that the tracker has counted, so that does nothing. The server
 * takes the language from the request.
 */
export const send = (n?: string, options?: EventOptions & Partial<Engagement>): void => {
  if (n === "pageview" && !options?.u) return;
  // A page that counts its own views may send events before the first one.
  if ((isFace && settings.isManual) || url)
    void post(
      (isFace ? face : JSON).stringify({
        u: isFace && settings.isManual && n && n !== "engagement" ? location.href : (url as string),
        d: settings.domain || location.hostname,
        r: document.referrer,
        ...(!isFace && { w: +navigator.webdriver }),
        // biome-ignore lint/style/useTemplate: size
        screen: screen.width + "x" + screen.height,
        // The referrer of the load belongs to its first page, and to no URL that a call names.
        soft: isFace ? soft || !!(n && options?.u) : soft,
        n,
        ...options,
      } as SentEvent),
    ).then(options?.callback);
  else calls = [...calls, [n as string, options as EventOptions] as const].slice(0, 20);
};
