import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { readConfig } from "../../src/base/config.ts";

const unit = readFileSync(new URL("../../package/footfall.service", import.meta.url), "utf8");
const { name } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as { name: string };
const docs = readFileSync(new URL("../../docs/installing.md", import.meta.url), "utf8");

/** Returns the value of a directive that the unit has once. */
function directive(name: string): string {
  const [value, ...others] = [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))];
  if (value === undefined || others.length > 0) throw new Error(`${name} is not there once`);
  return value[1] ?? "";
}

function hasSystemd(): boolean {
  try {
    execFileSync("systemd-analyze", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("the unit waits longer for a stop than a stop takes, and signals the first process alone", () => {
  expect(Number(directive("TimeoutStopSec"))).toBeGreaterThan(readConfig({}).stopSeconds);
  expect(directive("KillMode")).toBe("mixed");
});

test("the unit keeps data in the one directory that it may write", () => {
  expect(directive("Environment")).toContain(`DATA_DIR=/var/lib/${directive("StateDirectory")}`);
  expect(directive("ProtectSystem")).toBe("strict");
});

test("docs/installing.md uses the paths of the unit", () => {
  expect(docs).toContain(directive("ExecStart"));
  expect(docs).toContain(directive("EnvironmentFile").replace(/^-/, ""));
  expect(docs).toContain(`useradd --system --home-dir ${directive("WorkingDirectory")}`);
  const installed = `/opt/footfall/lib/node_modules/${name}`;
  expect(directive("Documentation")).toBe(`file://${installed}/docs/installing.md`);
  expect(docs).toContain(`package=${installed}\n`);
});

test.runIf(hasSystemd())("systemd finds nothing wrong with the unit", () => {
  const directory = mkdtempSync(join(tmpdir(), "footfall-unit-"));
  try {
    const file = join(directory, "footfall.service");
    writeFileSync(file, unit.replace(directive("ExecStart"), process.execPath));
    const verify = ["verify", "--man=no", "--recursive-errors=no", file];
    expect(execFileSync("systemd-analyze", verify, { encoding: "utf8" })).toBe("");
  } finally {
    rmSync(directory, { recursive: true });
  }
});
