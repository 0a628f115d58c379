import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { helpDocs, helpTextWords } from "../../../src/dashboard/words/help.ts";

/** Returns the ids that GitHub gives the headings of a page. */
function headingIds(page: string): ReadonlySet<string> {
  const text = readFileSync(`docs/${page}.md`, "utf8");
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test.each(Object.entries(helpDocs))("the help about %s leads to a heading", (_, docs) => {
  const [page = "", heading = ""] = docs.split("#");
  expect(headingIds(page)).toContain(heading);
});

test.each(Object.entries(helpTextWords.topics))(
  "the help about %s has whole sentences",
  (_, text) => {
    expect(text).toMatch(/^[A-Z].+\.$/);
  },
);
