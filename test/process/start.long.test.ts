import { createServer } from "node:net";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { apiKey } from "../helpers/footfall.ts";
import { refusedStart, startProgram } from "../helpers/program.ts";

test.each([
  ["API_KEYS", { API_KEYS: "short" }, /^footfall: API_KEYS must be keys of 16 or more/],
  ["GEOIP_DB", { GEOIP_DB: "/nonexistent" }, /^footfall: GEOIP_DB cannot be read/],
  [
    "HOSTING_NETWORKS",
    { HOSTING_NETWORKS: "/nonexistent", API_KEYS: apiKey },
    /^footfall: HOSTING_NETWORKS cannot be read: ENOENT.*\/nonexistent/,
  ],
  [
    "READER_RANGES",
    { READER_RANGES: "/nonexistent", API_KEYS: apiKey },
    /^footfall: READER_RANGES cannot be read: ENOENT.*\/nonexistent/,
  ],
  ["DATA_DIR in /proc", { DATA_DIR: "/proc/x" }, /^footfall: DATA_DIR cannot be written/],
  [
    "DATA_DIR that is a file",
    { DATA_DIR: "/etc/hostname", API_KEYS: apiKey },
    /^footfall: DATA_DIR cannot be written/,
  ],
])("a wrong %s stops the start with one line", async (_name, env, line) => {
  expect(await refusedStart(env)).toMatch(line);
});

test("a port that is taken stops the start with one line, and nothing is left running", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };

  const program = startProgram([], { DATA_DIR: await temporaryDirectory(), PORT: String(port) });

  expect(await program.exited).toBe(1);
  expect(program.stderr()).toBe(`footfall: PORT ${port} is in use by another program\n`);
  taken.close();
});
