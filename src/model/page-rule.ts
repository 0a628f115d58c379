import { type Static, type TSchemaOptions, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { hasHiddenCharacters } from "../base/hidden-characters.ts";
import { pageRuleCharactersMax, pageRulesMax, urlCharactersMax } from "./limits.ts";
import { textOf } from "./text.ts";

/** Returns the schema of a path: it begins with `/`, and has no query and no fragment. */
function pathOf(options: TSchemaOptions) {
  return Type.Refine(
    Type.Refine(
      textOf(urlCharactersMax, options),
      (text) => text.startsWith("/") && !/[?#]/.test(text),
      () => fieldError("page_rule_path"),
    ),
    (text) => !hasHiddenCharacters(text),
    () => fieldError("hidden_characters"),
  );
}

const keepQuery = {
  description: "1 = the query stays behind the new name.",
  examples: [1],
  minimum: 0,
  maximum: 1,
  default: 1,
  errorMessage: "must be 0 or 1",
};

export const PageRuleRecord = Type.Object(
  {
    match: Type.String({ description: "The paths.", examples: ["/users/*/orders/**"] }),
    page: Type.String({
      description: "The name that the pages get.",
      examples: ["/users/:id/orders"],
    }),
    keep_query: Type.Integer({ description: keepQuery.description, examples: [1] }),
  },
  { title: "PageRule", description: "A rule that gives pages another name." },
);
export type PageRuleRecord = Static<typeof PageRuleRecord>;

export const NewPageRule = Type.Object(
  {
    match: Type.Refine(
      pathOf({
        description:
          "The paths: `*` is one segment that is not empty, `**` at the end all that follows, also nothing; everything else is itself.",
        examples: ["/users/*/orders/**"],
      }),
      (text) => !text.slice(0, -1).split("/").includes("**"),
      () => fieldError("page_rule_rest"),
    ),
    page: pathOf({
      description: "The name that the pages get, as it is written.",
      examples: ["/users/:id/orders"],
    }),
    keep_query: Type.Optional(Type.Integer(keepQuery)),
  },
  {
    title: "NewPageRule",
    description: "A rule that gives pages another name.",
    errorMessage: "must be an object",
  },
);
export type NewPageRule = Static<typeof NewPageRule>;

/** The field of a body that has a list of rules. The first that matches a page holds for it. */
export const newPageRulesField = Type.Refine(
  Type.Array(NewPageRule, {
    maxItems: pageRulesMax,
    description: "The rules; the first that matches a page holds.",
    errorMessage: fieldError("page_rules", { max: pageRulesMax }),
  }),
  (rules) => charactersOf(rules) <= pageRuleCharactersMax,
  () => fieldError("page_rules_characters", { max: pageRuleCharactersMax }),
);

function charactersOf(rules: readonly NewPageRule[]): number {
  return rules.reduce((sum, { match, page }) => sum + match.length + page.length, 0);
}
