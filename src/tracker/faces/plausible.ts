import type { Face, FaceSettings } from "../face.ts";
import type { EventOptions, Track } from "../track.ts";
import { send, setFace, startTracker, update } from "../tracker.ts";

type Props = Readonly<Record<string, unknown>>;
type MakeProps = (name: string) => Props;

/** The options of `plausible.init` that change something, and what the server knows. */
interface Options extends FaceSettings {
  domain?: string;
  api?: string;
  downloads?: string | false;
  readonly autoCapturePageviews?: boolean;
  readonly fileDownloads?: boolean | { readonly fileExtensions?: readonly string[] };
  readonly formSubmissions?: boolean;
  readonly customProperties?: Props | MakeProps;
  readonly transformRequest?: (payload: object) => object | undefined;
  /** The name of the script, if it is that of one website. */
  readonly website?: string;
}

interface TrackOptions extends EventOptions {
  /** The same as `u`. */
  readonly url?: string;
}

/** Stands for `plausible` until this script has loaded, and perhaps until the page calls `init`. */
interface Stub extends Track {
  q: Parameters<Track>[];
  init?: (given?: Options) => void;
  /** The options of an `init` that came before this script. */
  readonly o?: Options;
  /** Whether it is a tracker and no stub. */
  readonly l?: boolean;
}

const page = self as unknown as { plausible?: Track };

// With `compat`, the page gives its tag this id.
const tag = (document.currentScript || document.getElementById("plausible")) as HTMLScriptElement;
const { include = "**", exclude = "-" } = tag.dataset;
const pageviewProps: Record<string, string> = {};
for (const { name, value } of tag.attributes)
  if (name.startsWith("event-")) pageviewProps[name.slice(6)] = value;

const options: Options = {
  ...tag.dataset,
  // The server puts those here that the words of the script's name stand for.
  ...("script-options" as unknown as Options),
};
/** Part of a regular expression: what Plausible takes for a file. */
const fileTypes =
  "pdf|(xls|doc)x|txt|rtf|csv|exe|key|pp(s|tx?)|7z|pkg|rar|gz|zip|avi|mov|mp(3|4|eg)|w(mv|av|ma)|midi|dmg|";

/** Starts the tracker. Later calls change the options that each event reads. */
const init = (given?: Options): void => {
  Object.assign(options, given);
  if (options.isManual !== undefined) return;
  const { fileDownloads, autoCapturePageviews } = options;
  if (fileDownloads) {
    const extensions =
      (fileDownloads as { fileExtensions?: readonly string[] }).fileExtensions ||
      tag.getAttribute("file-types") ||
      `${fileTypes}${tag.getAttribute("add-file-types")}`;
    options.downloads = `${extensions}`.replaceAll(",", "|");
  }
  options.isManual = autoCapturePageviews === false;
  setFace(face);
  startTracker({ src: tag.src, dataset: options as object });
  page.plausible = track;
  for (const call of stub.q) track(...call);
};

/** Returns whether a list of patterns, such as `/blog/*, /admin/**`, has the path. */
const isIn = (list: string, path: string) =>
  list
    .split(",")
    .some((pattern) =>
      path.match(
        `^${pattern.trim().replace(/\*+/g, (stars) => (stars[1] ? ".*" : "[^\\s/]*"))}/?$`,
      ),
    );

const track: Track = (name, { url, u = url, ...given }: TrackOptions = {}) => {
  const all = u ? { u, ...given } : given;
  if (name === "pageview" && options.isManual) update({ ...all, persisted: true });
  else send(name, all);
};

const face: Face = {
  selector: "[class*=plausible-event-name]",
  read(element, target, isSubmit) {
    const parts = { event: {} as Record<string, string>, revenue: {} as Record<string, string> };
    for (const word of element.classList) {
      const match = word.match(/^plausible-(event|revenue)-(.+?)(=|--)(.+)/) as string[] | null;
      if (match)
        parts[match[1] as "event"][match[2] as string] = (match[4] as string).replaceAll("+", " ");
    }
    const { name, ...props } = parts.event;
    const link = target.closest("a");
    if (link) props["url"] = name ? link.href : (link.href.split("?")[0] as string);
    return [
      ((isSubmit || !target.closest("form")) && name) ||
        (isSubmit && options.formSubmissions && "Form: Submission"),
      { props, revenue: parts.revenue as unknown as EventOptions["revenue"] },
    ];
  },
  stringify({ n = "pageview", props, revenue, ...event }) {
    try {
      if (localStorage["plausible_ignore"] === "true") return;
    } catch {}
    const { customProperties, hashBasedRouting, transformRequest } = options;
    const isEngagement = n === "engagement";
    if (isEngagement || n === "pageview") {
      const { pathname, hash } = new URL(event.u, location as unknown as URL);
      const path = pathname + (hashBasedRouting ? hash : "");
      if (!isIn(include, path) || isIn(exclude, path)) return;
    }
    const payload = {
      ...event,
      n,
      website: options.website,
      h: hashBasedRouting && 1,
      p: isEngagement
        ? undefined
        : {
            ...((customProperties as MakeProps)?.call
              ? (customProperties as MakeProps)(n)
              : customProperties),
            ...pageviewProps,
            ...(props as object),
          },
      $: revenue,
    };
    const sent = transformRequest ? transformRequest(payload) : payload;
    return (sent && JSON.stringify(sent)) as string | undefined;
  },
};

const stub = (page.plausible || ((...call) => stub.q.push(call))) as Stub;
stub.q ||= [];
page.plausible = stub;
// Another tracker of this name, or this one, may be on the page already.
if (!stub.l) {
  Object.assign(track, { init, l: true });
  // The page starts the script of one website, with its options.
  if (options.website && !stub.o) stub.init = init;
  else init(stub.o);
}
