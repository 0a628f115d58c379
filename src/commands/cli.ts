import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../base/config.ts";
import { StartRefused } from "../base/errors.ts";

/** A command, and the one line that says how to use it. */
interface Loaded {
  readonly usage: string;
  /** Resolves with the exit code. */
  readonly run: (config: Config, args: readonly string[], logger: Logger) => Promise<number>;
}

interface Command {
  /** The command's line in `footfall --help`. */
  readonly summary: string;
  /** Imports the command, because the others would take most of the time of a start. */
  readonly load: () => Promise<Loaded>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: "serves until it is stopped; runs without a name, too",
    load: async () => {
      const { usage, serveUntilStopped } = await import("./serve.ts");
      return { usage, run: serveUntilStopped };
    },
  },
  demo: {
    summary: "serves made-up traffic from a temporary directory",
    load: async () => {
      const { usage, demonstrate } = await import("./demo.ts");
      return { usage, run: demonstrate };
    },
  },
  import: {
    summary: "imports the history of another product, or access logs",
    load: async () => {
      const { usage, importFiles } = await import("./import.ts");
      return { usage, run: importFiles };
    },
  },
  follow: {
    summary: "counts the lines of access logs as they are written",
    load: async () => {
      const { usage, followLogs } = await import("./follow.ts");
      return { usage, run: followLogs };
    },
  },
  report: {
    summary: "prints or sends an e-mail report",
    load: async () => {
      const { usage, report } = await import("./report.ts");
      return { usage, run: report };
    },
  },
  person: {
    summary: "prints a link with which somebody can sign in",
    load: async () => {
      const { usage, person } = await import("./person.ts");
      return { usage, run: person };
    },
  },
  move: {
    summary: "moves a website to another ClickHouse server",
    load: async () => {
      const { usage, move } = await import("./move.ts");
      return { usage, run: move };
    },
  },
  drain: {
    summary: "ships all events of the log, so that this machine can be removed",
    load: async () => {
      const { usage, drain } = await import("./drain.ts");
      return { usage, run: drain };
    },
  },
  "distributed-tables": {
    summary: "prints SQL for tables over all ClickHouse servers",
    load: async () => {
      const { usage, distributedTables } = await import("./distributed-tables.ts");
      return { usage, run: distributedTables };
    },
  },
  export: {
    summary: "writes the events of a website to a file",
    load: async () => {
      const { usage, exportEvents } = await import("./export.ts");
      return { usage, run: exportEvents };
    },
  },
  backup: {
    summary: "copies all data to a directory, also while Footfall runs",
    load: async () => {
      const { usage, backup } = await import("./backup.ts");
      return { usage, run: backup };
    },
  },
  restore: {
    summary: "makes an empty DATA_DIR what a backup has",
    load: async () => {
      const { usage, restore } = await import("./restore.ts");
      return { usage, run: restore };
    },
  },
};

/** Runs the command that the arguments name, by default `serve`. Resolves with the exit code. */
export async function run([name = "serve", ...args]: readonly string[]): Promise<number> {
  try {
    if (name === "--version") return await print(await version());
    if (isHelp(name)) return await print(await help());
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      throw new StartRefused(
        `unknown command ${name}; the commands are ${Object.keys(commands).join(", ")}`,
      );
    }
    if (args.some(isHelp)) return await print(`${(await command.load()).usage}\n`);
    const { readConfig } = await import("../base/config.ts");
    const config = readConfig(process.env);
    const { createLogger } = await import("../base/logger.ts");
    const logger = createLogger(config);
    for (const warning of config.warnings) logger.warn(warning);
    return await (await command.load()).run(config, args, logger);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`footfall: ${error.message}\n`);
    return 1;
  }
}

function isHelp(arg: string): boolean {
  return arg === "--help" || arg === "-h";
}

async function version(): Promise<string> {
  const { address, packageName, programVersion } = await import("../http/shell/program-version.ts");
  return `footfall ${programVersion} (${packageName})\n${address}\n`;
}

async function help(): Promise<string> {
  const { programVersion } = await import("../http/shell/program-version.ts");
  const widest = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}\n`,
  );
  return `Footfall ${programVersion}: self-hosted web analytics

usage: footfall [COMMAND] [ARGUMENT…]

${lines.join("")}
footfall COMMAND --help says how to use one. Environment variables hold the settings, such as PORT
(8080), HOST (127.0.0.1) and DATA_DIR (./data): docs/configuration.md lists them.
`;
}

/** Resolves with the exit code 0. */
async function print(text: string): Promise<number> {
  process.stdout.write(text);
  return 0;
}
