const unknownBrowser = "Unknown browser";

/** The names of a browser and of its operating system; "" for one that is unknown. */
interface BrowserNames {
  readonly browser: string;
  readonly operatingSystem: string;
}

/** Returns the browser in words, such as `Firefox on Linux`. */
export function browserLabel({ browser, operatingSystem }: BrowserNames): string {
  const name = browser || unknownBrowser;
  return operatingSystem === "" ? name : `${name} on ${operatingSystem}`;
}

/** Returns the names in a label, so that they can be said in another language. */
export function readBrowserLabel(label: string): BrowserNames {
  const [name = "", operatingSystem = ""] = label.split(" on ");
  return { browser: name === unknownBrowser ? "" : name, operatingSystem };
}
