import { afterAll, expect, test } from "vitest";

import { readMigrations } from "../../src/clickhouse/migrate.ts";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { selectRows, type TestFootfall } from "../helpers/footfall.ts";
import { sendOnce } from "./history.ts";
import {
  type Answer,
  ask,
  keptReleases,
  readAnswers,
  readScene,
  type Scene,
  startAt,
  unpack,
} from "./release.ts";

afterAll(stopAll);

/**
 * Expects the answers of the release. Lists and values must be the same; an object may have fields
 * that a later release has added.
 */
async function expectSame(footfall: TestFootfall, expected: readonly Answer[]): Promise<void> {
  await footfall.server.shipped();
  const answers = await ask(footfall, expected);
  for (const [nth, answer] of answers.entries()) {
    expect(readLines(answer), answer.path).toMatchObject(readLines(expected[nth]));
  }
}

/** Returns the answer with the objects that the lines of an export are. */
function readLines(answer: Answer | undefined): object {
  const { body } = answer ?? {};
  if (!Array.isArray(body) || !body.every((line) => typeof line === "string")) return { ...answer };
  const isJson = body.every((line) => line.startsWith("{"));
  return { ...answer, body: isJson ? body.map((line) => JSON.parse(line) as object) : body };
}

async function summaryOf(footfall: TestFootfall, { websiteId, apiKey, at }: Scene) {
  await footfall.server.shipped();
  const today = at.slice(0, 10);
  const path = `/api/v1/websites/${websiteId}/summary?from=${today}&to=${today}`;
  const { data } = (await footfall.request(path, { key: apiKey })).json;
  return { visitors: data.visitors, pageviews: data.pageviews };
}

test.each(await keptReleases())(
  "a DATA_DIR of %s is upgraded, with the same answers",
  async (release) => {
    const directory = await temporaryDirectory();
    await unpack(release, directory);
    const [scene, answers] = [await readScene(release), await readAnswers(release)];
    const footfall = await startAt(directory, scene.at);

    const applied = await selectRows(footfall, "SELECT name FROM schema_migrations ORDER BY name");
    expect(applied).toEqual((await readMigrations()).map(({ name }) => ({ name })));
    await expectSame(footfall, answers);
    // Roll-ups of the release hold: no closed day is counted again.
    const rollUps = "SELECT count() AS rows FROM rollup_days";
    const before = await selectRows(footfall, rollUps);
    await footfall.server.rollUp();
    expect(await selectRows(footfall, rollUps)).toEqual(before);
    // A request that comes again changes no answer.
    await sendOnce(footfall, scene.apiKey, scene.websiteId, scene.repeated);
    const summaries = answers.filter(({ path }) => path.includes("/summary?"));
    expect(summaries).not.toEqual([]);
    await expectSame(footfall, summaries);

    // With the salt of the day, a visitor of before is the same one.
    const summary = await summaryOf(footfall, scene);
    await footfall.track({ domain: scene.domain, url: `https://${scene.domain}/again` });
    expect(await summaryOf(footfall, scene)).toEqual({
      ...summary,
      pageviews: summary.pageviews + 1,
    });
  },
);
