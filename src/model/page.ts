import { type TObject, type TSchema, type TSchemaOptions, Type } from "typebox";

/** The two parameters of every list. */
export const perPage = {
  per_page: Type.Optional(
    Type.Integer({
      enum: [10, 25, 50, 100],
      default: 10,
      description: "Records on a page.",
      examples: [25],
      errorMessage: "must be one of 10, 25, 50, 100",
    }),
  ),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      default: 1,
      description: "Number of the page; one past the end is empty.",
      examples: [2],
      errorMessage: "must be an integer from 1 to 1000000000",
    }),
  ),
};

export const sortDirection = Type.Optional(
  Type.Enum(["desc", "asc"], {
    default: "desc",
    description: "Descending or ascending.",
    examples: ["asc"],
    errorMessage: "must be one of desc, asc",
  }),
);

const address = "https://stats.example.com/api/v1/websites";
const linkTo = (page: number, description: string) => ({
  description,
  examples: [`${address}?per_page=10&page=${page}`],
});
const number = (description: string, example: number) => ({ description, examples: [example] });
const orNull = <S extends TSchema>(schema: S, options: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

const PageLinks = Type.Object(
  {
    first: Type.String(linkTo(1, "The first page.")),
    last: Type.String(linkTo(4, "The last page.")),
    prev: orNull(Type.String(), linkTo(1, "The page before; null on the first.")),
    next: orNull(Type.String(), linkTo(3, "The page after; null on the last.")),
  },
  {
    title: "PageLinks",
    description: "Absolute URLs of other pages, with the request's other parameters.",
  },
);

const pageMeta = {
  current_page: Type.Integer(number("Number of this page.", 2)),
  from: orNull(Type.Integer(), number("Position of its first record; null on an empty page.", 11)),
  to: orNull(Type.Integer(), number("Position of its last record; null on an empty page.", 20)),
  last_page: Type.Integer(number("Number of the last page; 1 for an empty list.", 4)),
  per_page: Type.Integer(number("Records on a full page.", 10)),
  total: Type.Integer(number("Records on all pages.", 37)),
  path: Type.String({ description: "URL without parameters.", examples: [address] }),
};

/** A page of a list; `meta` may carry more than the position, and the answer headers. */
export function pageOf<Item extends TSchema>(
  item: Item,
  moreMeta: TObject["properties"] = {},
  headers?: Readonly<Record<string, TSchema>>,
) {
  return Type.Object(
    {
      data: Type.Array(item),
      links: PageLinks,
      meta: Type.Object({ ...pageMeta, ...moreMeta }),
    },
    { description: "A page of the list.", ...(headers && { headers }) },
  );
}
