/** The least share of each colour of the world map but the palest, which stands for none. */
export const shareLevels = [0, 0.01, 0.05, 0.1, 0.25] as const;

/** Returns the colour of a share that is not 0, from 1 to 5. */
export function levelOfShare(share: number): number {
  return shareLevels.filter((least) => share >= least).length;
}
