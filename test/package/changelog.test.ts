import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { cutChangelog, releasedVersions } from "../../package/release/changelog.ts";

const released = "## 0.1.0 (2026-01-02)\n\n- First.\n";
const changelog = `# Changelog\n\n## Unreleased\n\n### Collecting\n\n- New.\n\n${released}`;

test("unreleased lines become the version's, and an empty section stays for the next ones", () => {
  expect(cutChangelog(changelog, "0.2.0", "2026-11-26")).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-26)\n\n### Collecting\n\n- New.\n\n${released}`,
  );
});

test("a changelog that was cut has nothing to release", () => {
  const cut = cutChangelog(changelog, "0.2.0", "2026-11-26");

  expect(() => cutChangelog(cut, "0.3.0", "2026-11-27")).toThrow("no unreleased lines");
  expect(releasedVersions(cut)).toEqual(["0.2.0", "0.1.0"]);
});

test.each(["# Changelog\n", `${changelog}\n## Unreleased\n\n- More.\n`])(
  "a changelog without one section Unreleased is refused (%#)",
  (text) => {
    expect(() => cutChangelog(text, "0.2.0", "2026-11-26")).toThrow("one section Unreleased");
  },
);

test("CHANGELOG.md can be cut", () => {
  const file = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
  // A release runs the tests after its cut, which leaves no unreleased lines.
  const text = file.replace("## Unreleased\n", "## Unreleased\n\n- New.\n");
  const cut = cutChangelog(text, "999.0.0", "2026-11-26");

  expect(releasedVersions(cut)).toEqual(["999.0.0", ...releasedVersions(text)]);
});
