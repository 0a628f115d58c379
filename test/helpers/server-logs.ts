import { cleanUp } from "./clean-up.ts";

/** Lines of a log that a failed test shows. The last ones are near the failure. */
const linesMax = 60;

const logs = new Map<string, () => string>();
let started = 0;

/**
 * Adds the log of a server or command that a test has started, so that the test's failure can show
 * it. It is forgotten when what was started is stopped.
 */
export function addServerLog(name: string, read: () => string): void {
  started += 1;
  const key = `${name} ${started}`;
  logs.set(key, read);
  cleanUp(async () => void logs.delete(key));
}

/** Returns a destination for pino whose last lines are such a log. */
export function recordServerLog(name: string): { write(line: string): void } {
  const lines: string[] = [];
  addServerLog(name, () => lines.join(""));
  return {
    write(line) {
      lines.push(line);
      if (lines.length > linesMax) lines.shift();
    },
  };
}

/** Returns the last lines of what the servers and commands of the running test have logged. */
export function readServerLogs(): string {
  return [...logs]
    .map(([key, read]) => [key, read().trimEnd().split("\n").slice(-linesMax).join("\n")])
    .filter(([, text]) => text !== "")
    .map(([key, text]) => `--- log of ${key}\n${text}\n`)
    .join("");
}
