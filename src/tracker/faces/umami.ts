import type { TagSettings } from "../attributes.ts";
import type { Face, FaceSettings, SentEvent } from "../face.ts";
import type { EventOptions } from "../track.ts";
import { send, setFace, startTracker, update } from "../tracker.ts";

/** An event as Umami's script sends it, and hands it to functions of the page. */
type Payload = Readonly<Record<string, unknown>>;
/** The options of an event. `make` turns its payload into another one. */
type Options = EventOptions & { readonly make?: Make };
type Make = (payload: Payload) => Payload | undefined;

/** `umami.track`: of the page, of a custom event, or of a payload, which a function may make. */
type UmamiTrack = (what?: string | Payload | Make, data?: Payload) => Promise<void>;

const page = self as unknown as {
  umami?: { readonly track: UmamiTrack; readonly identify: () => Promise<void> };
} & Readonly<Record<string, unknown>>;

const tag = document.currentScript as HTMLScriptElement;
const attribute = (name: string) => tag.getAttribute(`data-${name}`);
const isManual = attribute("auto-track") === "false";
const domains = attribute("domains");
const eventAttribute = "data-umami-event";

const payloadOf = (event: Partial<SentEvent>): Payload => ({
  website: attribute("website-id") || attribute("domain") || undefined,
  hostname: location.hostname,
  screen: event.screen,
  language: navigator.language,
  title: document.title,
  url: attribute("exclude-search") === "true" ? event.u?.split("?")[0] : event.u,
  referrer: event.r,
  tag: attribute("tag") || undefined,
  name: event.n,
  data: event.props,
  h: tag.dataset["hash"] === undefined ? undefined : 1,
  soft: event.soft,
  e: event.e,
  sd: event.sd,
});

/** Whether the source of the load has been sent. */
let hasSource: boolean;

const track: UmamiTrack = (what, data) =>
  new Promise((resolve) => {
    const sendIt = (name: string | undefined, options: Options) =>
      send(name, { ...options, callback: () => resolve() });
    if (typeof what === "string") sendIt(what, { props: data as EventOptions["props"] });
    else if (typeof what === "function") sendIt(undefined, { make: what });
    else if (what?.["name"]) sendIt(undefined, { make: withPayload(what) });
    else view(what, resolve);
  });

const withPayload =
  (given: Payload | undefined): Make =>
  (payload) => ({ ...payload, ...given });

/** Counts a view of the page, or of the one that a payload names, once the page is visible. */
const view = (given: Payload | undefined, callback: () => void) => {
  const url = given?.["url"] as string | undefined;
  update({
    ...(url && { u: new URL(url, location.href).href }),
    make: withPayload(given),
    callback,
    persisted: true,
  } as Options);
};

const face: Face = {
  selector: `[${eventAttribute}]`,
  read(element, _target, isSubmit) {
    const data = element
      .getAttributeNames()
      .filter((name) => name.startsWith(`${eventAttribute}-`))
      .map((name) => [name.slice(eventAttribute.length + 1), element.getAttribute(name)]);
    return [
      !isManual && isSubmit === !!element.method && element.getAttribute(eventAttribute),
      { props: Object.fromEntries(data) },
    ];
  },
  async stringify(event: SentEvent & Options) {
    try {
      if (localStorage["umami.disabled"]) return;
    } catch {}
    if (attribute("do-not-track") === "true" && +`${navigator.doNotTrack}`) return;
    if (domains && !domains.split(/\s*,\s*/).includes(location.hostname)) return;
    const beforeSend = page[`${attribute("before-send")}`] as
      | ((type: string, payload: Payload) => Payload | undefined | Promise<Payload | undefined>)
      | undefined;
    let payload: Payload | undefined = payloadOf(event);
    const { url } = payload;
    if (event.make) payload = event.make(payload);
    // The referrer of the load belongs to its first page, and to no URL that a call names later.
    if (payload && hasSource && event.make && payload["url"] !== url)
      payload = { ...payload, soft: true };
    hasSource ||= !!payload;
    if (payload && beforeSend) payload = await beforeSend("event", payload);
    return payload && JSON.stringify({ type: "event", payload });
  },
};

const host = attribute("host-url") || tag.src.replace(/\/[^/]*$/, "");
const { local, hash } = tag.dataset;
const settings: TagSettings & FaceSettings = {
  isManual,
  api: `${host.replace(/\/$/, "")}/api/send`,
  captureOnLocalhost: local !== undefined,
  hashBasedRouting: hash !== undefined,
};
page.umami ||= { track, identify: async () => {} };
setFace(face);
startTracker({ src: tag.src, dataset: settings });
