import type { WebsiteRecord } from "./api/answers.ts";

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
    exclude_params: text("exclude_params").trim(),
    exclude_ips: text("exclude_ips").trim(),
    timezone: text("timezone").trim(),
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== (record[name as keyof typeof wanted] ?? ""),
  );
  const password = text("password");
  return { ...Object.fromEntries(changed), ...(password !== "" && { password }) };
}
