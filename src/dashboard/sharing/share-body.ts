import type { ShareRecord } from "../../model/share.ts";
import { endOfDay, lastDayOf } from "../components/expiry-day.ts";

/**
 * Returns the fields of the form as the API takes them. An empty password changes nothing, and
 * neither do a segment and a last day that are as they were.
 */
export function bodyOf(form: FormData, share: ShareRecord | undefined): object {
  const text = (name: string) => String(form.get(name) ?? "");
  const [segment, password, day] = [text("segment"), text("password"), text("expires")];
  const segmentId = segment === "" ? null : Number(segment);
  return {
    name: text("name").trim(),
    ...(segmentId !== (share?.segment_id ?? null) && { segment_id: segmentId }),
    ...(password !== "" && { password }),
    ...(form.has("no_password") && { password: null }),
    ...(day !== lastDayOf(share?.expires_at ?? null) && { expires_at: endOfDay(day) }),
  };
}
