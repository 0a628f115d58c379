import { readBrowserLabel } from "../../model/browser-label.ts";
import { accountWords as words } from "../words/account.ts";

/** Returns the label of a session, such as `Firefox on Linux`, in the reader's language. */
export function browserText(label: string): string {
  const { browser, operatingSystem } = readBrowserLabel(label);
  const name = browser || words.unknownBrowser;
  return operatingSystem === "" ? name : words.browserOn(name, operatingSystem);
}
