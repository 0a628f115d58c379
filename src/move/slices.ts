/** The number of rows of a website's day. */
export interface DayRows {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly rows: number;
}

/** Rows that are compared, and copied by one insert, at once. */
export interface Slice {
  /** Days of one month. */
  readonly days: readonly string[];
  /** Part `index` of `parts` of the day's units; a day with many rows has several. */
  readonly parts: number;
  readonly index: number;
}

/** Returns slices with at most this many rows each, as far as units are of a similar size. */
export function slicesOf(days: readonly DayRows[], rowsMax: number): Slice[] {
  const slices: Slice[] = [];
  let some: string[] = [];
  let count = 0;
  const end = () => {
    if (some.length > 0) slices.push({ days: some, parts: 1, index: 0 });
    some = [];
    count = 0;
  };
  for (const { day, rows } of days) {
    const isOtherMonth = some[0] !== undefined && some[0].slice(0, 7) !== day.slice(0, 7);
    if (isOtherMonth || count + rows > rowsMax) end();
    if (rows > rowsMax) {
      const parts = Math.ceil(rows / rowsMax);
      for (let index = 0; index < parts; index += 1) slices.push({ days: [day], parts, index });
    } else {
      some.push(day);
      count += rows;
    }
  }
  end();
  return slices;
}
