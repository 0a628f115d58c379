import { afterAll, beforeAll } from "vitest";
import { stopAll } from "./clean-up.ts";
import { startFootfall, type TestFootfall } from "./footfall.ts";
import { startSites, type TestSites } from "./site.ts";

/**
 * A Footfall, websites that it counts, and a browser. They live from the first test of a file to
 * its last.
 */
export interface Scene {
  readonly footfall: TestFootfall;
  readonly sites: TestSites;
}

/** Sets the scene for all tests of a file. */
export function openScene(prepare: (scene: Scene) => Promise<void> = async () => {}): Scene {
  const scene = {} as { -readonly [Part in keyof Scene]: Scene[Part] };
  beforeAll(async () => {
    scene.footfall = await startFootfall();
    scene.sites = await startSites(scene.footfall.url);
    await prepare(scene);
  });
  afterAll(stopAll);
  return scene;
}
