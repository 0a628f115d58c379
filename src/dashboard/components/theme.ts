/** The colours of the pages: those of the system, or always light or dark ones. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The name in the storage of this browser. */
const key = "footfall-theme";
const listeners = new Set<() => void>();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellListeners);

/** Returns the theme that was chosen in this browser. */
export function chosenTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? "system";
  } catch {
    // A page in a frame may have no storage.
    return "system";
  }
}

/** Shows the pages in this theme, and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // It holds for this page then.
  }
  showTheme(theme);
}

/** Shows the pages in this theme. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  tellListeners();
}

/** Calls the listener whenever colours have changed. Returns how to end that. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
