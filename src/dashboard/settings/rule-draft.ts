import type { PageRules } from "../../model/page-rules.ts";

type Rule = PageRules["rules"][number];

/** A rule in a list that was not saved. The id stays while others come and go. */
export interface RuleDraft extends Rule {
  readonly id: number;
}

let lastId = 0;

/** Returns a draft of a rule that is in no list: an empty one, or one with these fields. */
export function newRule({ match, page }: Pick<Rule, "match" | "page"> = empty): RuleDraft {
  return draftOf({ match, page, keep_query: 1 });
}

const empty = { match: "", page: "" };

export function draftsOf({ rules }: PageRules): readonly RuleDraft[] {
  return rules.map(draftOf);
}

/** Returns the rule as the API takes it. */
export function ruleOf({ match, page, keep_query }: RuleDraft): Rule {
  return { match, page, keep_query };
}

function draftOf(rule: Rule): RuleDraft {
  lastId += 1;
  return { ...rule, id: lastId };
}
