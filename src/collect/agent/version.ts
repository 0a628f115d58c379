/**
 * `major.minor` of a version at most, as its maker wrote it; a minor of 0 is left out, so that `126.0.6478.122`,
 * `126.0` and `126` (one release as three sources give it) are one value. Text that does not begin with a number
 * is "", but for the two Windows that were named and not numbered.
 */
export function shortenVersion(version: string | undefined): string {
  if (version === "XP" || version === "Vista") return version;
  const [, major, minor] = /^(\d{1,6})(?!\d)(?:[._](\d{1,6})(?!\d))?/.exec(version ?? "") ?? [];
  if (major === undefined) return "";
  return minor === undefined || Number(minor) === 0 ? major : `${major}.${minor}`;
}
