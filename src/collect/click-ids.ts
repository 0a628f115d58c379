/**
 * Parameters that advertisers and mailers add to mark a click. The name says which of them did; the
 * values are not stored. `src/counting/acquisition.ts` has the channel of each.
 */
export const clickIds: ReadonlySet<string> = new Set([
  "dclid",
  "epik",
  "fbclid",
  "gad_campaignid",
  "gad_source",
  "gbraid",
  "gclid",
  "gclsrc",
  "igsh",
  "igshid",
  "irclickid",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "msclkid",
  "rdt_cid",
  "sccid",
  "srsltid",
  "ttclid",
  "twclid",
  "vmcid",
  "wbraid",
  "wickedid",
  "yclid",
  "ysclid",
]);
