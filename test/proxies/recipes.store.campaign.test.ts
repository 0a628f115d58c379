import { describe } from "vitest";

import { checkOwnHost, checkPath } from "./check-recipes.ts";
import { testBehind } from "./run-proxy.ts";

describe.each(["caddy", "haproxy", "apache2"] as const)("%s", (name) => {
  const test = testBehind(name);

  test("serves Footfall at a host of its own, and the tracker at the website's", () =>
    checkOwnHost(name));

  test("serves Footfall below a path", () => checkPath(name));
});
