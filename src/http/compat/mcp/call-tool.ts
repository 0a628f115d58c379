import { isoDay, localDay, moveDay } from "../../../base/calendar.ts";
import { Problem } from "../../../base/errors.ts";
import type { WebsiteRecord } from "../../../model/website.ts";
import { demand, fieldTexts } from "../refusals.ts";
import type { AskApi } from "./ask-api.ts";
import { plainText } from "./plain-text.ts";
import type { Tool } from "./tools.ts";

/** A website as far as it matters here. */
type Website = Pick<WebsiteRecord, "id" | "domain" | "timezone">;
type Arguments = Readonly<Record<string, unknown>>;

/** Days of a range that names no first one. */
const defaultDays = 30;
/** The lengths of a page of the API. */
const pageLengths = [10, 25, 50, 100];

/** Resolves with what the API answers, cut to what was asked, or with its error as a text. */
export async function callTool(
  tool: Tool,
  args: Arguments,
  { api, now }: { readonly api: AskApi; readonly now: () => number },
) {
  try {
    const answer = await answerOf(tool, args, api, now());
    return { structuredContent: answer, content: contentOf(JSON.stringify(answer)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const texts = [error.message, ...fieldTexts(error.fields)];
    return { isError: true, content: contentOf(texts.join(". ")) };
  }
}

const contentOf = (text: string) => [{ type: "text" as const, text }];

async function answerOf(tool: Tool, args: Arguments, api: AskApi, nowMs: number) {
  const website = tool.path.includes("{") ? await findWebsite(api, String(args["website"])) : null;
  const query = new URLSearchParams(tool.fixed);
  const range = website && tool.hasDays ? rangeOf(args, website.timezone, nowMs) : {};
  for (const [name, day] of Object.entries(range)) query.set(name, String(day));
  for (const name of tool.params) addParam(query, name, args[name]);
  const limit = tool.rows === undefined ? undefined : Number(args["limit"] ?? tool.rows);
  if (limit !== undefined) {
    query.set("per_page", String(pageLengths.find((length) => length >= limit)));
  }
  const path = tool.path.replace(/\{(?:website_)?id\}/, String(website?.id));
  const { data, meta } = await api(await withFunnel(api, path, args), query);
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
  return { from: String(args["from"] ?? moveDay(to, 1 - defaultDays)), to };
}

function addParam(query: URLSearchParams, name: string, value: unknown): void {
  const params =
    name === "filter"
      ? Object.entries(Object(value)).map(([key, values]) => [`filter[${key}]`, values] as const)
      : [[name, value ?? []] as const];
  for (const [key, values] of params) {
    for (const one of [values].flat()) query.append(key, String(one));
  }
}

/** Resolves with the website that has this id, domain or alias. */
async function findWebsite(api: AskApi, text: string): Promise<Website> {
  const found = await api(`/api/v1/websites/${encodeURIComponent(text)}`).catch((error) => {
    if (error.statusCode !== 404) throw error;
  });
  const hint = `There is no website ${plainText(text)}. list_websites has all.`;
  // A name of dots is a part of the path, at which there is something else.
  demand(Number.isInteger(found?.data?.id), hint);
  return found?.data;
}

/** Resolves with the path with the id of the funnel that the arguments name. */
async function withFunnel(api: AskApi, path: string, args: Arguments): Promise<string> {
  if (!path.includes("{funnel_id}")) return path;
  const name = String(args["funnel"]);
  if (/^\d+$/.test(name)) return path.replace("{funnel_id}", name);
  const list = path.replace(/\/\{funnel_id\}.*/, "");
  const query = new URLSearchParams({ per_page: "100" });
  const funnels: { id: number; name: string }[] = (await api(list, query)).data;
  const found = funnels.find((funnel) => funnel.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return path.replace("{funnel_id}", String(found.id));
  const names = funnels.map((funnel) => plainText(funnel.name)).join(", ");
  const message = `There is no funnel ${plainText(name)}. There are: ${names || "none"}.`;
  throw new Problem("NOT_FOUND", { message });
}

function pick(rows: readonly Arguments[], fields: readonly string[]): Arguments[] {
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
}
