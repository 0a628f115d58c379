const storageKey = "footfall recent";
const recentMax = 25;
/** Stands for the storage where the browser forbids it. */
let recentInPage: readonly string[] = [];

/** Returns the ids of the commands that were chosen in this browser, the last one first. */
export function recentIds(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id) => typeof id === "string").slice(0, recentMax);
  } catch {
    return recentInPage;
  }
}

/** Remembers a command as the last one that was chosen. */
export function rememberId(id: string): void {
  const ids = [id, ...recentIds().filter((other) => other !== id)].slice(0, recentMax);
  recentInPage = ids;
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids));
  } catch {
    // The page remembers it until it is closed.
  }
}
