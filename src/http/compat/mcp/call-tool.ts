import { isoDay, localDay } from "../../../base/calendar.ts";
import { plainText } from "./plain-text.ts";
import type { Tool } from "./tools.ts";

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: ApiBody;
}

interface ApiBody {
  readonly data?: unknown;
  readonly meta?: { readonly total?: number };
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** Asks the API as the caller of the tool, by GET. */
export type Ask = (path: string, query: URLSearchParams) => Promise<ApiAnswer>;

type Arguments = Readonly<Record<string, unknown>>;

/** A call that the API refuses, or that names nothing. Its text is for the assistant. */
class CallRefused extends Error {}

/** Days of a range that names no first one. */
const defaultDays = 30;
/** The lengths of a page of the API. */
const pageLengths = [10, 25, 50, 100];

/** Resolves with what the API answers, cut to what was asked, or with its error as a text. */
export async function callTool(
  tool: Tool,
  args: Arguments,
  { ask, now }: { readonly ask: Ask; readonly now: () => number },
) {
  try {
    const answer = await answerOf(tool, args, ask, now());
    return {
      structuredContent: answer,
      content: [{ type: "text" as const, text: JSON.stringify(answer) }],
    };
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    return { isError: true, content: [{ type: "text" as const, text: error.message }] };
  }
}

async function answerOf(tool: Tool, args: Arguments, ask: Ask, nowMs: number) {
  const website = tool.path.includes("{") ? await findWebsite(ask, String(args["website"])) : null;
  const query = new URLSearchParams(tool.fixed);
  const range = website && tool.hasDays ? rangeOf(args, website.timezone, nowMs) : {};
  for (const [name, day] of Object.entries(range)) query.set(name, String(day));
  for (const name of tool.params) addParam(query, name, args[name]);
  const limit = tool.rows === undefined ? undefined : Number(args["limit"] ?? tool.rows);
  if (limit !== undefined) {
    query.set("per_page", String(pageLengths.find((length) => length >= limit)));
  }
  const path = tool.path.replace(/\{(?:website_)?id\}/, String(website?.id));
  const { data, meta } = await askFor(ask, await withFunnel(ask, path, args), query);
  const rows = limit !== undefined && Array.isArray(data) ? data.slice(0, limit) : data;
  return plainText({
    ...(website && { website: { id: website.id, domain: website.domain } }),
    ...(website && { timezone: website.timezone }),
    ...range,
    ...(meta?.total !== undefined && { total: meta.total }),
    data: tool.fields === undefined ? rows : pick(rows as Arguments[], tool.fields),
  }) as Record<string, unknown>;
}

function rangeOf(args: Arguments, timezone: string, nowMs: number) {
  const to = String(args["to"] ?? isoDay(localDay(timezone, nowMs)));
  const lastDay = Date.parse(to) / (24 * 60 * 60 * 1000);
  const from = args["from"] ?? isoDay(lastDay - defaultDays + 1);
  return { from: String(from), to };
}

function addParam(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (name !== "filter") {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
    return;
  }
  for (const [filter, values] of Object.entries(value as Readonly<Record<string, unknown[]>>)) {
    for (const one of values) query.append(`filter[${filter}]`, String(one));
  }
}

interface FoundWebsite {
  readonly id: number;
  readonly domain: string;
  readonly timezone: string;
}

/** Resolves with the website that has this id, domain or alias. */
async function findWebsite(ask: Ask, text: string): Promise<FoundWebsite> {
  const answer = await ask(`/api/v1/websites/${encodeURIComponent(text)}`, new URLSearchParams());
  // A name of dots is a part of the path, at which there is something else.
  const website = answer.status === 404 ? undefined : (accepted(answer).data as FoundWebsite);
  if (Number.isInteger(website?.id)) return website as FoundWebsite;
  throw new CallRefused(`There is no website ${plainText(text)}. list_websites has all.`);
}

/** Resolves with the path with the id of the funnel that the arguments name. */
async function withFunnel(ask: Ask, path: string, args: Arguments): Promise<string> {
  if (!path.includes("{funnel_id}")) return path;
  const name = String(args["funnel"]);
  if (/^\d+$/.test(name)) return path.replace("{funnel_id}", name);
  const list = path.replace(/\/\{funnel_id\}.*/, "");
  const query = new URLSearchParams({ per_page: "100" });
  const funnels = (await askFor(ask, list, query)).data as { id: number; name: string }[];
  const found = funnels.find((funnel) => funnel.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return path.replace("{funnel_id}", String(found.id));
  const names = funnels.map((funnel) => plainText(funnel.name)).join(", ");
  throw new CallRefused(`There is no funnel ${plainText(name)}. There are: ${names || "none"}.`);
}

/** Resolves with the API's answer. Throws `CallRefused` with what it says against the question. */
async function askFor(ask: Ask, path: string, query: URLSearchParams): Promise<ApiBody> {
  return accepted(await ask(path, query));
}

function accepted({ status, body }: ApiAnswer): ApiBody {
  if (status < 400) return body;
  const fields = Object.entries(body.errors ?? {}).map(([name, errors]) => {
    return `${name} ${errors.join(", ")}`;
  });
  throw new CallRefused([body.message, ...fields].join(". "));
}

function pick(rows: readonly Arguments[], fields: readonly string[]): Arguments[] {
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
}
