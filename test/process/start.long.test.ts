import { expect, test } from "vitest";

import { apiKey } from "../helpers/footfall.ts";
import { refusedStart } from "../helpers/program.ts";

test.each([
  ["API_KEYS", { API_KEYS: "short" }, /^footfall: API_KEYS must be keys of 16 or more/],
  ["GEOIP_DB", { GEOIP_DB: "/nonexistent" }, /^footfall: GEOIP_DB cannot be read/],
  ["DATA_DIR in /proc", { DATA_DIR: "/proc/x" }, /^footfall: DATA_DIR cannot be written/],
  [
    "DATA_DIR that is a file",
    { DATA_DIR: "/etc/hostname", API_KEYS: apiKey },
    /^footfall: DATA_DIR cannot be written/,
  ],
])("a wrong %s stops the start with one line", async (_name, env, line) => {
  expect(await refusedStart(env)).toMatch(line);
});
