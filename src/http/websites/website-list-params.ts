import { type Static, Type } from "typebox";
import { oneOf } from "../../model/text.ts";

import { perPage, sortDirection } from "../params/page-params.ts";

export const WebsiteListParams = Type.Object({
  search: Type.Optional(
    Type.String({
      description: "Text that the domain must contain, case-insensitive.",
      examples: ["example"],
      errorMessage: "must be text",
    }),
  ),
  search_by: Type.Optional(
    oneOf(["domain"], {
      default: "domain",
      description: "Field that `search` applies to.",
      examples: ["domain"],
    }),
  ),
  favorite: Type.Optional(
    oneOf(["1", "true", "0", "false"], {
      description: "`1` or `true`: only favourites; `0` or `false`: only other websites.",
      examples: ["1"],
    }),
  ),
  sort_by: Type.Optional(
    oneOf(["id", "domain"], {
      default: "id",
      description: "Field to sort by; `id` is the order of creation.",
      examples: ["domain"],
    }),
  ),
  sort: sortDirection,
  ...perPage,
});
export type WebsiteListParams = Static<typeof WebsiteListParams>;
