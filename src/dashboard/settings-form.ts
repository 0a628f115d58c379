import type { WebsiteRecord } from "./api/answers.ts";

/** A website's excluded parameters, as the form shows them. */
interface ExcludedParams {
  /** One a line, without the `*` that stands for all. */
  readonly listed: string;
  readonly isAll: boolean;
}

export function readExcludedParams(setting: string | null): ExcludedParams {
  const lines = (setting ?? "").split("\n");
  const listed = lines.filter((line) => line !== "*").join("\n");
  return { listed, isAll: lines.includes("*") };
}

/** The setting that the form stands for. The list is kept, for when not all are excluded any more. */
function writeExcludedParams({ listed, isAll }: ExcludedParams): string {
  return [listed, ...(isAll ? ["*"] : [])].filter((part) => part !== "").join("\n");
}

/** The settings of a form that differ from the record, as the API takes them. An empty password says nothing. */
export function settingsOf(
  form: FormData,
  record: WebsiteRecord,
): Readonly<Record<string, string | number>> {
  const text = (name: string) => String(form.get(name) ?? "").replaceAll("\r\n", "\n");
  const isOn = (name: string) => (form.has(name) ? 1 : 0);
  const wanted = {
    privacy: Number(text("privacy")),
    email: isOn("email"),
    exclude_bots: isOn("exclude_bots"),
    exclude_params: writeExcludedParams({
      listed: text("exclude_params").trim(),
      isAll: form.has("exclude_all_params"),
    }),
    exclude_ips: text("exclude_ips").trim(),
    timezone: text("timezone").trim(),
  };
  const current = {
    ...record,
    exclude_params: writeExcludedParams(readExcludedParams(record.exclude_params)),
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== (current[name as keyof typeof wanted] ?? ""),
  );
  const password = text("password");
  return { ...Object.fromEntries(changed), ...(password !== "" && { password }) };
}
