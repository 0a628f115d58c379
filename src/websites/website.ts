import { createHash } from "node:crypto";
import type { Language } from "../base/languages.ts";
import type { PageRule } from "../base/page-rules.ts";
import { usualSendMinute } from "../base/usual-send-minute.ts";

/**
 * Everyone sees the statistics; nobody but the owner does; or anyone with the website's password
 * does.
 */
export type Privacy = "public" | "private" | "password";

/**
 * A website and its settings, as the program uses them. The program replaces these objects and
 * never changes them.
 */
export interface Website {
  readonly id: number;
  readonly domain: string;
  /** Other names of the website: ids of other products, and old domains, which are normalised. */
  readonly aliases: readonly string[];
  /** IANA name. The website's days begin at midnight in this time zone. */
  readonly timezone: string;
  /** The language of mails and messages about the website. */
  readonly language: Language;
  readonly privacy: Privacy;
  /** Salted slow hash, or "" if there is no password. */
  readonly passwordHash: string;
  readonly emailReports: EmailReports;
  readonly excludeBots: boolean;
  readonly excludeParams: readonly string[];
  readonly excludeIps: readonly string[];
  /** The rules that give pages other names before their events are stored, in their order. */
  readonly pageRules: readonly PageRule[];
  /** `YYYY-MM-DDTHH:MM:SS`, or undefined if the website is no favourite. */
  readonly favoritedAt: string | undefined;
  /** Whole seconds, UTC. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly placement: Placement;
}

/** The e-mail reports that a website has. */
export interface EmailReports {
  readonly day: boolean;
  readonly week: boolean;
  readonly month: boolean;
  /** Addresses; none stand for those of REPORT_TO. */
  readonly to: readonly string[];
  /** Minute of the website's day at which reports are sent. */
  readonly sendAt: number;
}

export const noEmailReports: EmailReports = {
  day: false,
  week: false,
  month: false,
  to: [],
  sendAt: usualSendMinute,
};

/** A change of e-mail reports: the fields to change, or those who leave. */
export interface EmailReportsChange extends Partial<EmailReports> {
  /** Mailboxes that get no reports any more; `defaults` are those of REPORT_TO. */
  readonly leaving?: {
    readonly mailboxes: readonly string[];
    readonly defaults: readonly string[];
  };
}

/** Returns e-mail reports after a change. When the last recipient leaves, there are none. */
export function changedReports(
  before: EmailReports,
  { leaving, ...fields }: EmailReportsChange,
): EmailReports {
  const after = { ...before, ...fields };
  if (leaving === undefined) return after;
  const all = after.to.length > 0 ? after.to : leaving.defaults;
  const to = all.filter((mailbox) => !leaving.mailboxes.includes(mailbox));
  // Without recipients, the reports would go to those of REPORT_TO.
  return to.length > 0 ? { ...after, to } : { ...after, day: false, week: false, month: false };
}

/** Returns whether the field `email` of a website is 1, which stands for weeks and months. */
export function hasEmail({ week, month }: EmailReports): boolean {
  return week || month;
}

/** The shards of a website's data, by name; "" is the first one. */
export interface Placement {
  readonly shard: string;
  /** The shard that the website moves to, which gets its new events; undefined if it stays. */
  readonly movingTo: string | undefined;
  /** The shards that its events went to before. Event logs may still hold some for them. */
  readonly movedFrom: readonly string[];
}

export type Settings = Omit<Website, "id" | "domain" | "createdAt" | "updatedAt" | "placement">;

/** Settings to change. Only the given fields of the e-mail reports change. */
export type SettingsChange = Partial<Omit<Settings, "emailReports">> & {
  readonly emailReports?: EmailReportsChange;
};

export const defaultSettings: Settings = {
  aliases: [],
  timezone: "UTC",
  language: "en",
  privacy: "private",
  passwordHash: "",
  emailReports: noEmailReports,
  excludeBots: true,
  excludeParams: [],
  excludeIps: [],
  pageRules: [],
  favoritedAt: undefined,
};

/** These hold 132 bits of the hash, too many for anybody to find two settings with one. */
const versionCharacters = 22;

export const firstShard: Placement = { shard: "", movingTo: undefined, movedFrom: [] };

/**
 * Returns a text that stands for the settings of a website, and is another one after each change of
 * them. Where its data is does not matter.
 */
export function versionOf({ placement: _, ...settings }: Website): string {
  const ofParts = [noEmailReports, ...settings.pageRules].flatMap(Object.keys);
  // Every process has the fields in an order of its own.
  const names = [...Object.keys(settings), ...ofParts].sort();
  const text = JSON.stringify(settings, names);
  return createHash("sha256").update(text).digest("base64url").slice(0, versionCharacters);
}

/** Returns whether a shard has all data of a website, which is not on its way from or to it. */
export function isOn(shard: string, { placement }: Website): boolean {
  return placement.shard === shard && placement.movingTo === undefined;
}

/** Returns the shard that new events of a website go to. */
export function shardOfEvents({ placement: { shard, movingTo } }: Website): string {
  return movingTo ?? shard;
}
