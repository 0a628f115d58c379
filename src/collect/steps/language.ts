import type { PipelineStep } from "../draft.ts";
import { RecentCache } from "../recent-cache.ts";

const known = new RecentCache<string>(1_000);

/** The language, without script and region: what the event says, else the first of Accept-Language. */
export const language: PipelineStep = ({ event, acceptLanguage = "", row }) => {
  const tag = event.language || (acceptLanguage.split(/[,;]/, 1)[0] ?? "").trim();
  if (tag === "" || tag.length > 35) return undefined;
  let code = known.get(tag);
  if (code === undefined) {
    code = languageCode(tag);
    known.set(tag, code);
  }
  row.language = code;
  return undefined;
};

/** ISO 639 code in its current form (`iw` is `he`), or "" when the tag names no language. */
function languageCode(tag: string): string {
  try {
    const [canonical = ""] = Intl.getCanonicalLocales(tag.replaceAll("_", "-"));
    const code = canonical.split("-")[0] ?? "";
    return /^[a-z]{2,3}$/.test(code) && code !== "und" ? code : "";
  } catch {
    return "";
  }
}
