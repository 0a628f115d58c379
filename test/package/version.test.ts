import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

import {
  checkVersion,
  replaceVersion,
  versionPattern,
  versionPlaces,
} from "../../package/release/version.ts";

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");

/** These name a version as an example, or because of what was when it was released. */
const otherFiles = ["CHANGELOG.md", "RELEASING.md", "docs/glossary.md", "docs/upgrading.md"];

/** Returns the files in which somebody would write the version. */
function files(): string[] {
  const ours = /^(?!\.git$|bench$|data$|dist$|node_modules$|release$|src$|test$|package)/;
  return readdirSync(root).flatMap((name) => {
    if (name === "package" || (ours.test(name) && statSync(new URL(name, root)).isDirectory())) {
      const inside = readdirSync(new URL(name, root), { recursive: true, withFileTypes: true });
      return inside
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length));
    }
    return ours.test(name) ? [name] : [];
  });
}

test.each([
  ["0.1.1", "0.1.0", ["0.1.0"]],
  ["0.10.0", "0.9.0", ["0.9.0", "0.1.0"]],
  // The first release, whose version package.json has had from the beginning.
  ["0.1.0", "0.1.0", []],
])("%s may follow %s", (version, present, released) => {
  expect(() => checkVersion(version, present, released)).not.toThrow();
});

test.each([
  ["0.1.0", "0.1.0", ["0.1.0"], "0.1.0 is not greater than 0.1.0"],
  ["0.9.0", "0.10.0", [], "0.9.0 is less than 0.10.0"],
  ["0.2.0", "0.1.0", ["0.2.0", "0.1.0"], "0.2.0 is not greater than 0.2.0"],
  ["0.2", "0.1.0", [], "three numbers"],
  ["v0.2.0", "0.1.0", [], "three numbers"],
  ["0.02.0", "0.1.0", [], "three numbers"],
  ["0.2.0-rc.1", "0.1.0", [], "three numbers"],
])("%s may not follow %s, after %j", (version, present, released, message) => {
  expect(() => checkVersion(version, present, released)).toThrow(message);
});

test("a version is replaced where it stands alone", () => {
  const text = "footfall-0.1.0.tgz, v0.1.0, 0.1.0. 10.1.0, 0.1.01, 0.1.0.1, 1.0.1.0, 0x1x0";

  expect(replaceVersion(text, "0.1.0", "0.2.0")).toBe(
    "footfall-0.2.0.tgz, v0.2.0, 0.2.0. 10.1.0, 0.1.01, 0.1.0.1, 1.0.1.0, 0x1x0",
  );
});

test("a release writes its version into every file that names the present one", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const naming = files().filter((file) => versionPattern(version).test(read(file)));

  const isWritten = (file: string) => versionPlaces.some((place) => file.startsWith(place));
  expect(naming).toEqual(expect.arrayContaining(["docs/installing.md", "docs/tracker.md"]));
  expect(naming.filter((file) => !otherFiles.includes(file) && !isWritten(file))).toEqual([]);
});
