import { afterAll, beforeAll } from "vitest";
import { stopAll } from "./clean-up.ts";
import { startFootfall, type TestFootfall } from "./footfall.ts";

/**
 * Returns a Footfall for all tests of a file. It has nothing until it has started, which is before
 * what `beforeAll` does later. What the file has started stops when its tests are done.
 */
export function openFootfall(start: () => Promise<TestFootfall> = startFootfall): TestFootfall {
  const footfall = {} as TestFootfall;
  beforeAll(async () => {
    Object.assign(footfall, await start());
  });
  afterAll(stopAll);
  return footfall;
}
