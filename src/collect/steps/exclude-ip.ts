import type { Step } from "../draft.ts";
import { rulesOf } from "../website-rules.ts";

/** Drops what comes from an address that the website excludes. */
export const excludeIp: Step = ({ website, ip }) =>
  ip !== "" && rulesOf(website).excludesIp(ip) ? "ip" : undefined;
