import { type Static, type TProperties, type TSchema, type TSchemaOptions, Type } from "typebox";

const listUrl = "https://stats.example.com/api/v1/websites";
const linkTo = (page: number, description: string) => ({
  description,
  examples: [`${listUrl}?per_page=10&page=${page}`],
});
const number = (description: string, example: number) => ({ description, examples: [example] });
const orNull = <S extends TSchema>(schema: S, options: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

const PageLinks = Type.Object(
  {
    first: Type.String(linkTo(1, "The first page.")),
    last: Type.String(linkTo(4, "The last page.")),
    prev: orNull(Type.String(), linkTo(1, "The previous page; null on the first page.")),
    next: orNull(Type.String(), linkTo(3, "The next page; null on the last page.")),
  },
  {
    title: "PageLinks",
    description: "Absolute URLs of other pages. They keep the request's other parameters.",
  },
);

const pageMetaFields = {
  current_page: Type.Integer(number("Number of this page.", 2)),
  from: orNull(Type.Integer(), number("Position of its first record; null on an empty page.", 11)),
  to: orNull(Type.Integer(), number("Position of its last record; null on an empty page.", 20)),
  last_page: Type.Integer(number("Number of the last page; 1 for an empty list.", 4)),
  per_page: Type.Integer(number("Records on a full page.", 10)),
  total: Type.Integer(number("Records on all pages.", 37)),
  path: Type.String({ description: "URL without parameters.", examples: [listUrl] }),
};

const named = { title: "PageMeta", description: "The position of the page in its list." };
const PageMeta = Type.Object(pageMetaFields, named);
/** The position of a page in its list. */
export type PageMeta = Static<typeof PageMeta>;

/** Returns the schema of a page of a list. `meta` and the answer's headers can have more fields. */
export function pageOf<Item extends TSchema, More extends TProperties = Record<never, never>>(
  item: Item,
  moreMeta: More = {} as More,
  headers?: Readonly<Record<string, TSchema>>,
) {
  const hasMore = Object.keys(moreMeta).length > 0;
  return Type.Object(
    {
      data: Type.Array(item),
      links: PageLinks,
      meta: Type.Object({ ...pageMetaFields, ...moreMeta }, hasMore ? {} : named),
    },
    { description: "One page of the list.", ...(headers && { headers }) },
  );
}
