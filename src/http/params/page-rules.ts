import type { PageRule } from "../../base/page-rules.ts";
import type { NewPageRule, PageRuleRecord } from "../../model/page-rule.ts";

/** Returns the rule that stands in a body. */
export function toPageRule({ match, page, keep_query: keepQuery = 1 }: NewPageRule): PageRule {
  return { match, page, keepsQuery: keepQuery === 1 };
}

/** Returns a rule as the API shows it. */
export function showPageRule({ match, page, keepsQuery }: PageRule): PageRuleRecord {
  return { match, page, keep_query: keepsQuery ? 1 : 0 };
}
