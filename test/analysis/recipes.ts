import fc from "fast-check";

import type { Definitions, Filters, Segment, Step } from "./reference/definitions.ts";
import type { Matcher } from "./reference/matchers.ts";

const pages = ["/", "/a", "/a*", "/a/b", "~A", "~/B", "/a~b\\*", "*", "/a~b*", "/none", "\\!x"];
const names = ["Signup", "Purchase", "~sign", "Buy: now", "\\~x", "\\!x", "*", "~x", "pageview"];

const page = fc.constantFrom(...pages).map((value): Matcher => ({ type: "page", value }));
const event = fc.constantFrom(...names).map((value): Matcher => ({ type: "event", value }));

/** A matcher as a query can write it. */
export const plainMatcher = fc.oneof(page, event);

const wantedProps = fc.constantFrom<NonNullable<Matcher["props"]>>(
  { plan: "pro" },
  { plan: "" },
  { seats: 3 },
  { "a[b]%/ü": true },
  { plan: "pro", seats: "1" },
);
const matcher: fc.Arbitrary<Matcher> = fc.oneof(
  { weight: 4, arbitrary: plainMatcher },
  {
    weight: 1,
    arbitrary: fc.tuple(plainMatcher, wantedProps).map(([each, props]) => ({ ...each, props })),
  },
);

const goal = fc.record({
  name: fc.constantFrom<string>(
    "Signup",
    "a:b",
    "!x",
    "50*",
    "back\\slash",
    "~t",
    "(unknown)",
    "Ärger",
  ),
  matcher,
});

const stepNames = fc.constantFrom(undefined, undefined, null, "Sees prices");
const steps = fc.array(
  fc.tuple(matcher, stepNames).map(([each, name]): Step => ({ ...each, name })),
  { minLength: 2, maxLength: 5 },
);
export const within = fc.constantFrom("day" as const, "visit" as const);
const funnel = fc.record({
  name: fc.constantFrom<string>("Checkout", "a:b", "!x:2", "50*\\", "~t"),
  within,
  steps: fc.oneof(
    steps,
    // The same step again and again: each needs an event of its own.
    fc
      .tuple(matcher, fc.integer({ min: 2, max: 8 }))
      .map(([each, count]): Step[] => Array.from({ length: count }, () => each)),
  ),
});

/** A filter that may name a goal or a funnel, by its position. */
export interface FilterRecipe {
  readonly name: string;
  readonly values: readonly { readonly not: boolean; readonly nth: number }[];
}

/** Values by the name of their filter, as they are written, without `!`. */
const filterValues: Readonly<Record<string, readonly string[]>> = {
  page: ["/", "/a*", "~B", "~/a", "/a~b\\*", "*", "/none"],
  entry_page: ["/a", "~b", "*"],
  event: ["Purchase", "\\~x", "\\!x", "~SIGN", "*", "Buy: now"],
  campaign: ["Spring", "~SPR", "50%", "*"],
  source: ["Google", "(direct)", "~(DIR", "Facebook"],
  language: ["German", "(unknown)", "French"],
  browser: ["Chrome", "Safari", "~fire"],
  country: ["United States", "(unknown)", "~king"],
  "prop:plan": ["pro", "~PRO", "*", "(none)", "b*"],
  "prop:a[b]%/ü": ["*", "pro", "~0"],
  "prop:constructor": ["*", "true"],
};
/** Goals and funnels are there twice, as they are the newest filters. */
const filterNames = [...Object.keys(filterValues), "goal", "goal", "funnel", "funnel"];

export const filters: fc.Arbitrary<readonly FilterRecipe[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...filterNames),
        values: fc.array(fc.record({ not: fc.boolean(), nth: fc.nat(50) }), {
          minLength: 1,
          maxLength: 2,
        }),
      }),
      { minLength: 1, maxLength: 2, selector: ({ name }) => name },
    ),
  },
);

const segment = fc.record({
  name: fc.constantFrom("Readers", "readers", "Buyers"),
  filters: filters.filter(({ length }) => length > 0),
  public: fc.constantFrom(0, 1, 1),
});

/** The definitions of a website before they are saved. */
export const recipes = fc.record({
  goals: fc.uniqueArray(goal, { maxLength: 4, selector: ({ name }) => name }),
  funnels: fc.uniqueArray(funnel, { maxLength: 3, selector: ({ name }) => name }),
  segments: fc.uniqueArray(segment, { maxLength: 2, selector: ({ name }) => name }),
});
export type Recipes = typeof recipes extends fc.Arbitrary<infer Each> ? Each : never;

/** Returns the filters with their values as they are written, without those that name nothing. */
export function filtersOf(
  some: readonly FilterRecipe[],
  { goals, funnels }: Pick<Definitions, "goals" | "funnels">,
): Filters {
  const goalNames = goals.map(({ name }) => escaped(name));
  const steps = funnels.flatMap(({ name, steps }) =>
    steps.map((_, nth) => `${escaped(name)}:${nth + 1}`),
  );
  const all: typeof filterValues = { ...filterValues, goal: goalNames, funnel: steps };
  return some.flatMap(({ name, values }): [string, string[]][] => {
    const known = all[name] ?? [];
    if (known.length === 0) return [];
    return [[name, values.map(({ not, nth }) => `${not ? "!" : ""}${known[nth % known.length]}`)]];
  });
}

/** Returns a name as a filter writes it; `*` and `~` mean nothing there. */
function escaped(name: string): string {
  return name.replace(/[!\\:]/g, "\\$&");
}

/** Returns the item at a position that may be beyond the end. */
export function chosen<T>(items: readonly T[], nth: number): T | undefined {
  return items[nth % Math.max(1, items.length)];
}

/** Returns the filters of a question and of its segment: both must hold. */
export function joined(own: Filters, segment: Segment | undefined): Filters {
  return [...own, ...(segment?.filters ?? [])];
}
