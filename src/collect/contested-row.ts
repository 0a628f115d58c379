/** Far more than the times that a store forgets a row in the life of its token. */
const attemptsMax = 10;

/**
 * Returns the row that `find` finds, or adds it first. If several processes do so at once, all get
 * the same row.
 *
 * `add` stores a row under a token that is the same in all processes, and another one for each
 * attempt, from 0. The store takes a token once. It still knows the token of a row that is gone,
 * such as one that was destroyed while a clock was ahead. Then the next attempt adds the row.
 */
export async function findOrAdd<Row>(
  find: () => Promise<Row | undefined>,
  add: (attempt: number) => Promise<void>,
): Promise<Row> {
  let row = await find();
  for (let attempt = 0; row === undefined && attempt < attemptsMax; attempt += 1) {
    await add(attempt);
    row = await find();
  }
  if (row === undefined) throw new Error("the store lost a row that it had confirmed");
  return row;
}
