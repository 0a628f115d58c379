import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

/** Returns the arguments of `node` in a command line that runs the server. */
function argumentsOf(line: string): string[] {
  const words = line.split(" ");
  return words.slice(words.indexOf("node") + 1).filter((word) => word.startsWith("-"));
}

test("npm start, the installed command and the image give Node the same flags", () => {
  const scripts = (JSON.parse(read("package.json")) as { scripts: { start: string } }).scripts;
  const flags = argumentsOf(scripts.start.split(" && ").at(-1) ?? "");
  expect(flags).not.toEqual([]);
  const [firstLine = ""] = read("src/entries/main.ts").split("\n");
  expect(argumentsOf(firstLine)).toEqual(flags);
  const entryPoint = /^ENTRYPOINT (.*)$/m.exec(read("Dockerfile"))?.[1] ?? "";
  expect(JSON.parse(entryPoint)).toEqual(["node", ...flags, "dist/main.js"]);
});
