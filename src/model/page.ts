import { type TObject, type TSchema, Type } from "typebox";

/** The two parameters of every list. */
export const perPage = {
  per_page: Type.Optional(
    Type.Integer({ enum: [10, 25, 50, 100], errorMessage: "must be one of 10, 25, 50, 100" }),
  ),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      errorMessage: "must be an integer from 1 to 1000000000",
    }),
  ),
};

const Url = Type.String({ description: "Absolute URL." });
const NullableUrl = Type.Union([Url, Type.Null()]);
const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

const PageLinks = Type.Object({ first: Url, last: Url, prev: NullableUrl, next: NullableUrl });

const pageMeta = {
  current_page: Type.Integer(),
  from: NullableInteger,
  to: NullableInteger,
  last_page: Type.Integer(),
  per_page: Type.Integer(),
  total: Type.Integer(),
  path: Url,
};

/** A page of a list; `meta` may carry more than the position. */
export function pageOf<Item extends TSchema>(item: Item, moreMeta: TObject["properties"] = {}) {
  return Type.Object({
    data: Type.Array(item),
    links: PageLinks,
    meta: Type.Object({ ...pageMeta, ...moreMeta }),
  });
}
