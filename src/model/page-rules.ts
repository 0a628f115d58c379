import { type Static, Type } from "typebox";
import { dayOf } from "./day.ts";
import { NewPageRule, newPageRulesField, PageRuleRecord } from "./page-rule.ts";

const { match, page, keep_query } = NewPageRule.properties;

const pageviews = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

/** The rules of a website. */
export const PageRules = Type.Object(
  {
    rules: Type.Array(PageRuleRecord, {
      description: "The rules; the first that matches a page holds.",
    }),
  },
  { title: "PageRules", description: "The rules that give pages of a website other names." },
);
export type PageRules = Static<typeof PageRules>;

/** All rules that a website shall have. */
export const NewPageRules = Type.Object(
  { rules: newPageRulesField },
  { title: "NewPageRules", description: "All rules that the website shall have." },
);

/** A rule that may be made, and the days that it is tried on. */
export const PageRuleTrial = Type.Object(
  {
    match,
    page,
    keep_query,
    from: dayOf("First day, in the website's time zone.", "2026-11-01"),
    to: dayOf("Last day, inclusive.", "2026-11-30"),
  },
  { title: "PageRuleTrial", description: "A rule for pages, and a range of days." },
);

const PageViews = Type.Object(
  { value: text("The page.", "/users/17"), pageviews: pageviews("Its page views.", 12) },
  { title: "PageViews", description: "A page with its page views." },
);

export const PageRulePreview = Type.Object(
  {
    before: Type.Array(PageViews, {
      description:
        "The pages that get another name, and those that have it already: the 1,000 with the most page views.",
    }),
    after: Type.Array(PageViews, {
      description: "The same pages under their new names, the 1,000 with the most page views.",
    }),
    pages_before: pageviews("The number of pages before.", 240),
    pages_after: pageviews("The number of pages afterwards.", 1),
    pageviews: pageviews("Their page views, which stay the same.", 1310),
  },
  { title: "PageRulePreview", description: "What a rule does to the pages of a range of days." },
);

export const PageRuleSuggestion = Type.Object(
  {
    match: text("The paths, as in a rule.", "/users/*/orders"),
    page: text("A name for the pages.", "/users/:id/orders"),
    pages: pageviews("The pages that the rule would give this name.", 240),
    pageviews: pageviews("Their page views.", 1310),
    examples: Type.Array(Type.String(), {
      description: "Five of the pages, without queries, those with the most page views.",
      examples: [["/users/17/orders"]],
    }),
  },
  { title: "PageRuleSuggestion", description: "A rule that gives many pages one name." },
);
export type PageRuleSuggestion = Static<typeof PageRuleSuggestion>;
export type PageRulePreview = Static<typeof PageRulePreview>;
