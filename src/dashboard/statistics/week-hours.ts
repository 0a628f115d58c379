export const weekdays = 7;
export const hours = 24;

/** Returns the colour of an hour: 0 for nothing, and 5 for the largest numbers. */
export function levelOfCount(count: number, max: number): number {
  return count === 0 ? 0 : Math.ceil((count / max) * 5);
}

/** Returns the hour of the week that a key leads to, or undefined if it leads nowhere. */
export function hourAfterKey(index: number, key: string): number | undefined {
  const [day, hour] = [Math.floor(index / hours), index % hours];
  const targets: Readonly<Record<string, readonly [number, number]>> = {
    ArrowRight: [day, hour + 1],
    ArrowLeft: [day, hour - 1],
    ArrowDown: [day + 1, hour],
    ArrowUp: [day - 1, hour],
    Home: [day, 0],
    End: [day, hours - 1],
  };
  const [toDay = -1, toHour = -1] = targets[key] ?? [];
  const isInside = toDay >= 0 && toDay < weekdays && toHour >= 0 && toHour < hours;
  return isInside ? toDay * hours + toHour : undefined;
}
