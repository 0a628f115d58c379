/** A request as it goes over the wire. */
export interface HostileRequest {
  /** Names the hostile part; requests of one kind have one name. */
  readonly kind: string;
  /** Text in which every character is a byte. */
  readonly wire: string;
  /** Sends the bytes in that many parts, with a pause before each but the first. */
  readonly slow?: { readonly parts: number; readonly pauseMs: number };
  /** The bytes need not be a request, so the server may wait for more. */
  readonly isBroken?: boolean;
}

/** The parts of a request. Bodies and header values are bytes: `utf8` makes them of text. */
export interface Parts {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | undefined;
}

/** A sender that names no agent counts as a bot, and its events go no further. */
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const headMax = 2_000;
const shownMax = 4_000;

/** Returns the text as UTF-8, every byte a character. */
export function utf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/**
 * Puts the parts together. Adds missing headers that a browser would send, and `Connection: close`.
 */
export function toWire({ method, target, headers, body }: Parts): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const all = [
    ...(names.has("host") ? [] : [["Host", "127.0.0.1"] as const]),
    ...(names.has("connection") ? [] : [["Connection", "close"] as const]),
    ...(names.has("user-agent") ? [] : [["User-Agent", browser] as const]),
    ...headers,
  ];
  const isFramed = names.has("content-length") || names.has("transfer-encoding");
  if (body !== undefined && !isFramed) all.push(["Content-Length", String(body.length)]);
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}

/**
 * Returns the request for people: repetitions are counted, and text that is still long is cut off.
 */
export function describeRequest({ wire, slow }: HostileRequest): string {
  const pace = slow ? `(in ${slow.parts} parts, one each ${slow.pauseMs} ms)\n` : "";
  const end = wire.indexOf("\r\n\r\n");
  if (end < 0) return pace + shorten(wire, shownMax);
  const head = wire.slice(0, end).replaceAll("\r\n", "\n");
  const body = wire.slice(end + 4);
  return `${pace}${shorten(head, headMax)}\n\n${shorten(body, shownMax)}`;
}

/** Shortens text: `aaaa…` becomes `«a» × 4000`, and bytes that are no UTF-8 become `\xff`. */
export function shorten(bytes: string, charactersMax: number): string {
  const counted = (text: string, unitMax: number, timesMin: number) =>
    text.replaceAll(
      new RegExp(`([^«»]{1,${unitMax}}?)\\1{${timesMin - 1},}`, "gs"),
      (all, unit: string) => `«${unit}» × ${all.length / unit.length} `,
    );
  const once = counted(readable(bytes), 12, 20);
  const twice = once.length < 20_000 ? counted(once.replaceAll(/[«»]/g, "'"), 400, 4) : once;
  const shown = twice.length < once.length / 2 ? twice : once;
  if (shown.length <= charactersMax) return shown;
  return `${shown.slice(0, charactersMax)}… (${bytes.length} bytes in all)`;
}

function readable(bytes: string): string {
  const text = Buffer.from(bytes, "latin1").toString();
  const isText = Buffer.from(text).toString("latin1") === bytes;
  const shown = isText ? text : bytes.replaceAll(/[\x80-\xff]/g, escaped);
  return shown.replaceAll(/(?![\n\t])\p{Cc}/gu, escaped);
}

function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
