const unreleased = "## Unreleased\n";

/** Returns the versions that have a section, the newest first. */
export function releasedVersions(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version = ""]) => version);
}

/**
 * Makes the unreleased lines the section of a version, and leaves an empty section for the next
 * ones. Throws if there are none.
 */
export function cutChangelog(changelog: string, version: string, date: string): string {
  const [before = "", after, ...others] = changelog.split(`\n${unreleased}`);
  if (after === undefined || others.length > 0) {
    throw new Error("CHANGELOG.md must have one section Unreleased");
  }
  const [lines = ""] = after.split(/^## /m);
  if (lines.trim() === "") throw new Error("CHANGELOG.md has no unreleased lines");
  return `${before}\n${unreleased}\n## ${version} (${date})\n${after}`;
}
