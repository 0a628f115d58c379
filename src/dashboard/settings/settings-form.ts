import type { WebsiteRecord } from "../../model/website.ts";

/** The excluded parameters of a website, as the form shows them. */
interface ExcludedParams {
  /** One parameter per line, without the `*` that stands for all. */
  readonly listed: string;
  readonly isAll: boolean;
}

export function readExcludedParams(setting: string | null): ExcludedParams {
  const lines = (setting ?? "").split("\n");
  const listed = lines.filter((line) => line !== "*").join("\n");
  return { listed, isAll: lines.includes("*") };
}

/** Returns the setting for the form's values. The list stays, in case `*` is removed later. */
function writeExcludedParams({ listed, isAll }: ExcludedParams): string {
  return [listed, ...(isAll ? ["*"] : [])].filter((part) => part !== "").join("\n");
}

type Settings = Readonly<Record<string, string | number | readonly string[]>>;

/** Returns the privacy and the password of the form. An empty password changes nothing. */
export function accessOf(form: FormData, record: Pick<WebsiteRecord, "privacy">): Settings {
  const privacy = Number(form.get("privacy"));
  const password = String(form.get("password") ?? "");
  return {
    ...(privacy !== record.privacy && { privacy }),
    ...(password !== "" && { password }),
  };
}

/** Returns the form's settings that differ from the record. */
export function settingsOf(form: FormData, record: WebsiteRecord): Settings {
  const text = (name: string) => String(form.get(name) ?? "").replaceAll("\r\n", "\n");
  const isOn = (name: string) => (form.has(name) ? 1 : 0);
  const wanted = {
    exclude_bots: isOn("exclude_bots"),
    exclude_params: writeExcludedParams({
      listed: text("exclude_params").trim(),
      isAll: form.has("exclude_all_params"),
    }),
    exclude_ips: text("exclude_ips").trim(),
    timezone: text("timezone").trim(),
    language: text("language"),
    aliases: text("aliases").trim(),
  };
  const current = {
    ...record,
    aliases: writeAliases(record.aliases),
    exclude_params: writeExcludedParams(readExcludedParams(record.exclude_params)),
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== (current[name as keyof typeof wanted] ?? ""),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name === "aliases" ? readAliases(value) : value]),
  );
}

/** Returns aliases as the form shows them: one on each line. */
export function writeAliases(aliases: readonly string[]): string {
  return aliases.join("\n");
}

function readAliases(text: string | number): readonly string[] {
  return String(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns whether a change of settings is about what events count, and on which day. */
export function isOfCounting(change: Settings): boolean {
  return Object.keys(change).some(
    (name) => name.startsWith("exclude_") || name === "timezone" || name === "aliases",
  );
}
