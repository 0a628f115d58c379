import { RecentCache } from "../../base/recent-cache.ts";
import type { PipelineStep } from "../draft.ts";

const codes = new RecentCache<string>(1_000);

/**
 * Fills in the language, without script and region: the event's own, else the first one of
 * Accept-Language.
 */
export const language: PipelineStep = ({ event, acceptLanguage = "", row }) => {
  const tag = event.language || (acceptLanguage.split(/[,;]/, 1)[0] ?? "").trim();
  if (tag === "" || tag.length > 35) return undefined;
  let code = codes.get(tag);
  if (code === undefined) {
    code = languageCode(tag);
    codes.set(tag, code);
  }
  row.language = code;
  return undefined;
};

/**
 * Returns the ISO 639 code in its current form (`he` for `iw`), or "" if the tag names no language.
 */
function languageCode(tag: string): string {
  try {
    const [canonical = ""] = Intl.getCanonicalLocales(tag.replaceAll("_", "-"));
    const code = canonical.split("-")[0] ?? "";
    return /^[a-z]{2,3}$/.test(code) && code !== "und" ? code : "";
  } catch {
    return "";
  }
}
