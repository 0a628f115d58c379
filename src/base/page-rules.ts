/** How pages get another name: those whose path matches `match` are called `page`. */
export interface PageRule {
  readonly match: string;
  readonly page: string;
  /** Whether what follows the path (the query, and a fragment) stays behind the new name. */
  readonly keepsQuery: boolean;
}

export type RenamePage = (page: string) => string;

/** A tree of the rules' segments, so that a page is compared with all rules at once. */
interface Node {
  readonly children: Map<string, Node>;
  any: Node | undefined;
  /** The first rule that ends here, and the first that has `**` here; Infinity for none. */
  end: number;
  rest: number;
}

/**
 * Returns the function that gives a page its new name by the first rule that matches. A page that
 * no rule matches, or that does not begin with `/`, stays as it is.
 *
 * `*` is one segment that is not empty. `**`, as the last segment, is all that follows, also
 * nothing. Every other segment is itself: case and percent-encoding matter, and a slash at the end
 * makes another path.
 */
export function compilePageRules(rules: readonly PageRule[]): RenamePage {
  if (rules.length === 0) return (page) => page;
  const root = newNode();
  let depth = 0;
  for (const [nth, { match }] of rules.entries()) {
    const segments = segmentsOf(match);
    depth = Math.max(depth, segments.length);
    addRule(root, segments, nth);
  }
  // No rule looks further, so a path of a thousand slashes costs no more than others.
  const segmentsMax = depth + 1;
  return (page) => {
    if (!page.startsWith("/")) return page;
    const end = page.search(/[?#]/);
    const path = end === -1 ? page : page.slice(0, end);
    const rule = rules[firstRule(root, path.slice(1).split("/", segmentsMax), 0)];
    if (rule === undefined) return page;
    return rule.keepsQuery && end !== -1 ? rule.page + page.slice(end) : rule.page;
  };
}

/** Returns the segments of a path that begins with `/`. */
export function segmentsOf(path: string): string[] {
  return path.slice(1).split("/");
}

/**
 * Returns the first rule whose pages get yet another name when the rules are applied again;
 * undefined if applying them twice is the same as once.
 */
export function unstableRule(rules: readonly PageRule[]): number | undefined {
  const rename = compilePageRules(rules);
  const first = rules.findIndex(({ page, keepsQuery }) => {
    const names = keepsQuery ? [page, `${page}?`] : [page];
    return names.some((name) => rename(name) !== name);
  });
  return first === -1 ? undefined : first;
}

function newNode(): Node {
  return { children: new Map(), any: undefined, end: Infinity, rest: Infinity };
}

function addRule(root: Node, segments: readonly string[], nth: number): void {
  let node = root;
  for (const [i, segment] of segments.entries()) {
    if (segment === "**" && i === segments.length - 1) {
      node.rest = Math.min(node.rest, nth);
      return;
    }
    node = childOf(node, segment);
  }
  node.end = Math.min(node.end, nth);
}

function childOf(node: Node, segment: string): Node {
  if (segment === "*") {
    node.any ??= newNode();
    return node.any;
  }
  const child = node.children.get(segment) ?? newNode();
  node.children.set(segment, child);
  return child;
}

/** Returns the first of the rules below the node that match; Infinity if none does. */
function firstRule(node: Node, segments: readonly string[], i: number): number {
  const segment = segments[i];
  if (segment === undefined) return Math.min(node.end, node.rest);
  const child = node.children.get(segment);
  const same = child === undefined ? Infinity : firstRule(child, segments, i + 1);
  const any =
    node.any === undefined || segment === "" ? Infinity : firstRule(node.any, segments, i + 1);
  return Math.min(node.rest, same, any);
}
