import { afterAll, beforeAll } from "vitest";
import { stopAll } from "./clean-up.ts";
import { startFootfall, type TestFootfall } from "./footfall.ts";

/**
 * Returns a Footfall for all tests of a file. It starts as `start` says before what `beforeAll` does
 * later, and has nothing until then. What the file has started stops when its tests are done.
 */
export function openFootfall(start: () => Promise<TestFootfall> = startFootfall): TestFootfall {
  const footfall = {} as TestFootfall;
  beforeAll(async () => {
    Object.assign(footfall, await start());
  });
  afterAll(stopAll);
  return footfall;
}
