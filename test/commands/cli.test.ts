import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { readConfig } from "../../src/base/config.ts";
import { run } from "../../src/commands/cli.ts";
import { serveUntilStopped } from "../../src/commands/serve.ts";
import { silent } from "../helpers/shipping.ts";

const { name, version, scripts } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as { name: string; version: string; scripts: Record<string, string> };

/** Runs the command line in this process. Resolves with its exit code and what it printed. */
async function outputOf(...args: string[]) {
  let stdout = "";
  let stderr = "";
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += text;
    return true;
  });
  const err = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += text;
    return true;
  });
  const code = await run(args).finally(() => {
    out.mockRestore();
    err.mockRestore();
  });
  return { code, stdout, stderr };
}

/** Returns the names of the commands and their summaries, as `--help` lists them. */
async function listedCommands(): Promise<readonly (readonly [string, string])[]> {
  const { stdout } = await outputOf("--help");
  return [...stdout.matchAll(/^ {2}(\S+) +(.+)$/gm)].map(([, name = "", text = ""]) => [
    name,
    text,
  ]);
}

test("--version prints version and name of package.json, and where the docs are", async () => {
  const { code, stdout, stderr } = await outputOf("--version");
  const [first, address = "", ...rest] = stdout.split("\n");

  expect({ code, stderr, rest }).toEqual({ code: 0, stderr: "", rest: [""] });
  expect(first).toBe(`footfall ${version} (${name})`);
  expect(readFileSync(new URL(address), "utf8")).toMatch(/^# Footfall\n/);
});

test.each(["--help", "-h"])("%s lists each command with a line of its own", async (arg) => {
  const { code, stdout } = await outputOf(arg);

  expect(code).toBe(0);
  expect(stdout).toContain("usage: footfall [COMMAND] [ARGUMENT…]\n");
  const commands = await listedCommands();
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining(["serve", "demo", "import", "report", "move", "drain"]),
  );
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
});

test("each command prints its usage, and a checkout has a script for it", async () => {
  for (const [name] of await listedCommands()) {
    const { code, stdout } = await outputOf(name, "--help");

    expect(code).toBe(0);
    expect(stdout).toMatch(name === "serve" ? /^usage: footfall / : `usage: footfall ${name}`);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    const script = name === "serve" ? "start" : name;
    expect(scripts[script]).toMatch(name === "serve" ? /dist\/main\.js$/ : ` dist/main.js ${name}`);
  }
});

test.each(["imprt", "--port", "toString"])("%s, which is no command, is refused", async (name) => {
  const { code, stdout, stderr } = await outputOf(name);

  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    `footfall: unknown command ${name}; the commands are serve, demo, import,`,
  );
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("serve takes no arguments", async () => {
  const serving = serveUntilStopped(readConfig({}), ["--port", "80"], silent);

  await expect(serving).rejects.toThrow(/^usage: footfall \[serve\]/);
});
