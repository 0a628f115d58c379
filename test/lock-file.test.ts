import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Entry {
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
}

const { packages } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
) as { packages: Record<string, Entry> };
const security = readFileSync(new URL("../SECURITY.md", import.meta.url), "utf8");
const withoutHash = Object.entries(packages).filter(
  ([path, { integrity }]) => path !== "" && !integrity?.startsWith("sha512-"),
);

test("every package of the lock file has a hash, but for builds that SECURITY.md names", () => {
  for (const [path, { optional }] of withoutHash) {
    expect(optional, path).toBe(true);
    expect(security).toContain(`\`${path.replace("node_modules/", "")}\``);
  }
});

test("what is installed on Linux on x64 has a hash", () => {
  const installed = withoutHash.filter(([path]) => /linux-x64(-gnu)?$/.test(path));

  expect(installed).toEqual([]);
});
