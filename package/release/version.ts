/**
 * The files and folders whose texts name the version: in names of files, tags and the like. A
 * release replaces it. `npm version` writes package.json and package-lock.json; everything that is
 * built reads the version there.
 */
export const versionPlaces = ["docs/installing.md", "docs/tracker.md", "examples/"];

const order = new Intl.Collator("en", { numeric: true });

/**
 * Throws unless the version can be the next one: three numbers, greater than all released ones, and
 * not less than the present one, which may wait for its release.
 */
export function checkVersion(version: string, present: string, released: readonly string[]): void {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    throw new Error(`a version has three numbers, such as 0.2.0; this one is ${version}`);
  }
  if (order.compare(version, present) < 0) {
    throw new Error(`${version} is less than ${present}, the version in package.json`);
  }
  const newest = released.find((other) => order.compare(version, other) <= 0);
  if (newest !== undefined) throw new Error(`${version} is not greater than ${newest}`);
}

/** Returns the text with another version in place of the present one. */
export function replaceVersion(text: string, present: string, version: string): string {
  return text.replaceAll(versionPattern(present), version);
}

/** Matches a version where it is not part of a longer one. */
export function versionPattern(version: string): RegExp {
  return new RegExp(`(?<![\\d.])${version.replaceAll(".", "\\.")}(?!\\.?\\d)`, "g");
}
