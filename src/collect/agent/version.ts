/**
 * Returns at most `major.minor` of a version, as its maker wrote it. A minor of 0 is left out:
 * three sources give one release as `126.0.6478.122`, `126.0` and `126`, and all become one value.
 * Text that does not begin with a number becomes "", except the two Windows with a name instead of
 * a number.
 */
export function shortenVersion(version: string | undefined): string {
  if (version === "XP" || version === "Vista") return version;
  const [, major, minor] = /^(\d{1,6})(?!\d)(?:[._](\d{1,6})(?!\d))?/.exec(version ?? "") ?? [];
  if (major === undefined) return "";
  return minor === undefined || Number(minor) === 0 ? major : `${major}.${minor}`;
}
