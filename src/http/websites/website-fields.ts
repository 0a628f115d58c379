import { isoSeconds } from "../../base/calendar.ts";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { isIpOrRange } from "../../base/net/ip-address.ts";
import { resolveTimezone } from "../../base/timezone.ts";
import type { WebsiteRecord, WebsiteUpdate } from "../../model/website.ts";
import { normaliseDomain, writtenDomain } from "../../websites/domain.ts";
import {
  defaultSettings,
  hasEmail,
  type Privacy,
  type Settings,
  type SettingsChange,
  type Website,
} from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";

/** In the API, the privacy of a website is the index in this list. */
const privacies: readonly Privacy[] = ["public", "private", "password"];

/** Limits the entries of a list, because each event is compared with all of them. */
const linesMax = 1_000;

/** The fields of a body that may break its schema. */
type Unchecked = Readonly<Partial<Record<keyof WebsiteUpdate, unknown>>>;
/** The fields of a correct body that stand for settings. */
export type SentSettings = Omit<WebsiteUpdate, "domain" | "shard">;

/**
 * Returns the errors in the text fields of a body. Fields of another type are left to the schema.
 */
export function settingErrors(body: Unchecked): FieldErrors {
  const fields: Record<string, string[]> = {};
  const check = (field: keyof WebsiteUpdate, errorsOf: (text: string) => string[]) => {
    const text = body[field];
    const errors = typeof text === "string" && text !== "" ? errorsOf(text) : [];
    if (errors.length > 0) fields[field] = errors;
  };
  check("exclude_params", (text) => listErrors(lines(text), parameterError));
  check("exclude_ips", (text) => listErrors(lines(text), ipError));
  check("favorited_at", favoriteErrors);
  check("timezone", timezoneErrors);
  return fields;
}

/** Returns whether a website with these settings would require a password that it does not have. */
export function lacksPassword(body: Unchecked, before: Settings): boolean {
  const { privacy = privacies.indexOf(before.privacy), password } = body;
  const hasPassword = password === undefined ? before.passwordHash !== "" : Boolean(password);
  const code = privacies.indexOf("password");
  return (privacy === code || privacy === String(code)) && !hasPassword;
}

/**
 * Returns the settings that a correct body names, without those that it leaves out and the
 * password. Empty text clears a setting.
 */
export function readSettings(
  body: SentSettings,
  before: Settings = defaultSettings,
): SettingsChange {
  const settings: { -readonly [K in keyof SettingsChange]: SettingsChange[K] } = {};
  if (body.aliases !== undefined) {
    const names = body.aliases.map((alias) => normaliseDomain(alias) ?? alias);
    settings.aliases = [...new Set(names)];
  }
  if (body.privacy !== undefined) {
    settings.privacy = privacies[body.privacy] ?? defaultSettings.privacy;
  }
  const wantsEmail = body.email === 1;
  // A client that sends back what it has read changes nothing.
  if (body.email !== undefined && wantsEmail !== hasEmail(before.emailReports)) {
    settings.emailReports = { week: wantsEmail, month: wantsEmail };
  }
  if (body.exclude_bots !== undefined) settings.excludeBots = body.exclude_bots === 1;
  if (body.exclude_params !== undefined) settings.excludeParams = lines(body.exclude_params);
  if (body.exclude_ips !== undefined) settings.excludeIps = lines(body.exclude_ips);
  if (body.favorited_at !== undefined) settings.favoritedAt = body.favorited_at || undefined;
  if (body.timezone !== undefined) {
    settings.timezone = body.timezone ? timezoneName(body.timezone) : defaultSettings.timezone;
  }
  if (body.language !== undefined) settings.language = body.language || defaultSettings.language;
  return settings;
}

/** Returns a website as the API shows it, with its shard if there are several. */
export function toRecord(
  website: Website,
  websites: Pick<Websites, "shardOf">,
): Omit<WebsiteRecord, "today"> {
  const shard = websites.shardOf(website);
  return {
    id: website.id,
    domain: website.domain,
    domain_unicode: writtenDomain(website.domain),
    aliases: [...website.aliases],
    privacy: privacies.indexOf(website.privacy),
    email: Number(hasEmail(website.emailReports)),
    exclude_bots: Number(website.excludeBots),
    exclude_params: website.excludeParams.join("\n") || null,
    exclude_ips: website.excludeIps.join("\n") || null,
    favorited_at: website.favoritedAt ?? null,
    has_password: website.passwordHash !== "",
    timezone: website.timezone,
    language: website.language,
    ...(shard !== undefined && { shard }),
    created_at: isoSeconds(website.createdAt),
    updated_at: isoSeconds(website.updatedAt),
  };
}

function lines(text: string | null): string[] {
  return (text ?? "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function listErrors(
  entries: readonly string[],
  errorOf: (entry: string) => string | undefined,
): string[] {
  if (entries.length > linesMax) return [fieldError("lines_max", { max: linesMax })];
  return entries.flatMap((entry) => errorOf(entry) ?? []);
}

function parameterError(name: string): string | undefined {
  // The store refuses text with half of a surrogate pair, which the second comparison finds.
  return /^[^\s&=#*]*\*?$/.test(name) && Buffer.from(name).toString() === name
    ? undefined
    : fieldError("param_name", { name });
}

function ipError(entry: string): string | undefined {
  return isIpOrRange(entry) ? undefined : fieldError("ip", { text: entry });
}

function favoriteErrors(text: string): string[] {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isReal ? [] : ["must be a real date and time, YYYY-MM-DDTHH:MM:SS"];
}

function timezoneErrors(name: string): string[] {
  return resolveTimezone(name) === undefined ? [fieldError("timezone")] : [];
}

/**
 * Returns the name of a time zone in its proper case. An alias stays as the client sent it:
 * `Asia/Kolkata` does not become `Asia/Calcutta`.
 */
function timezoneName(name: string): string {
  const resolved = resolveTimezone(name) ?? name;
  return resolved.toLowerCase() === name.toLowerCase() ? resolved : name;
}
