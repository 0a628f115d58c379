import type { Messages } from "./build.ts";
import type { English } from "./english.ts";
import { isSame, written } from "./message.ts";

/** The English texts that translations were made of, where English has changed since, by key. */
export type Sources = Readonly<Record<string, string>>;

/** The keys of a language that somebody should look at. */
export interface State {
  /** Keys that are English for readers of the language. */
  readonly missing: readonly string[];
  /** Keys whose English text has changed since they were translated. */
  readonly outdated: readonly string[];
}

/** Returns the English texts as messages, as translators read them. */
export function englishMessages(english: English): Messages {
  const messages: Record<string, string> = { "@name": "English", "@direction": "ltr" };
  for (const texts of english.values()) {
    for (const [key, { message, args }] of texts) {
      messages[key] = written(message, (arg) => {
        const [name] = [...args].find(([, each]) => isSame(each, arg)) ?? [];
        if (name === undefined) throw new Error(`${key} has a parameter without a name`);
        return name;
      });
    }
  }
  return messages;
}

/** Returns the sources of a language after English has changed. */
export function sourcesAfter(
  sources: Sources,
  translated: Messages,
  { before, now }: { readonly before: Messages; readonly now: Messages },
): Sources {
  const changed = Object.entries(before).filter(([key, text]) => now[key] !== text);
  const all = Object.entries({ ...Object.fromEntries(changed), ...sources });
  // Gone, not translated, or as it was again.
  const kept = all.filter(([key, text]) => {
    return now[key] !== undefined && now[key] !== text && translated[key] !== undefined;
  });
  return Object.fromEntries(kept);
}

export function stateOf(translated: Messages, now: Messages, sources: Sources): State {
  return {
    missing: Object.keys(now).filter((key) => translated[key] === undefined),
    outdated: Object.keys(sources),
  };
}
