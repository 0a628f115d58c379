import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Problem } from "../../../src/base/errors.ts";
import { patientPlaces } from "../../../src/import/follow/patient-places.ts";
import { eventually } from "../../helpers/eventually.ts";
import { createFollowWorld, type FollowWorld, Killed } from "./follow-world.ts";

let world: FollowWorld;
beforeEach(async () => {
  world = await createFollowWorld();
});
afterEach(() => world.remove());

function expectAll(): Promise<void> {
  const all = Array.from({ length: world.lines }, (_, i) => i);
  return eventually(() => expect(world.counted()).toEqual(all));
}

describe("new lines count", () => {
  test("of a log that is there, and as it grows", async () => {
    world.write(3);
    const { stop, messages } = world.follow();
    await expectAll();

    world.write(2);
    await expectAll();
    await stop();

    expect(messages).toEqual([`follows ${world.path}`]);
  });

  test("under the name that a rule for pages gives them", async () => {
    const pageRules = [{ match: "/**", page: "/line-7-", keepsQuery: false }];
    const ruled = await createFollowWorld({ pageRules });
    ruled.write(3);
    const { stop } = ruled.follow();
    await eventually(() => expect(ruled.counted()).toEqual([7, 7, 7]));
    await stop();
    await ruled.remove();
  });

  test("once they are whole", async () => {
    const { stop } = world.follow();
    world.write(1, "");
    world.write(0, " HTTP");
    world.write(0, "\n");
    await expectAll();
    await stop();
  });

  test("of a log that appears later, which the follower says once", async () => {
    const { stop, messages } = world.follow();
    await eventually(() => expect(messages).toHaveLength(1));
    world.write(2);
    await expectAll();
    await stop();

    expect(messages).toEqual([
      `waits for ${world.path}, which is not there`,
      `follows ${world.path}`,
    ]);
  });

  test.each(["rename", "copytruncate"] as const)(
    "when rotation takes the log away by %s",
    async (how) => {
      world.write(3);
      const { stop } = world.follow();
      await expectAll();
      for (let turn = 0; turn < 4; turn += 1) {
        world.write(2);
        world.rotate(how);
        world.write(turn === 1 ? 30 : 2);
        await expectAll();
      }
      await stop();
    },
  );

  test("that a server writes to the file that rotation has renamed", async () => {
    world.write(3);
    const { stop } = world.follow();
    await expectAll();
    renameSync(world.path, `${world.path}.1`);
    renameSync(`${world.path}.1`, world.path);
    world.write(2);
    await expectAll();
    await stop();
  });

  test.each(["rename", "copytruncate"] as const)(
    "of files that rotation by %s has renamed and packed while nobody followed",
    async (how) => {
      world.write(3);
      const first = world.follow();
      await expectAll();
      await first.stop();
      for (let turn = 0; turn < 3; turn += 1) {
        world.write(2);
        world.rotate(how);
      }
      world.write(2);

      const { stop } = world.follow();
      await expectAll();
      await stop();
    },
  );

  test("where a piece ends and the next one begins", async () => {
    const { stop } = world.follow();
    for (let turn = 0; turn < 6; turn += 1) world.write(9_999);
    await eventually(async () => {
      const pieces = await world.followed.list(7);
      expect(pieces.reduce((sum, { lines }) => sum + lines, 0)).toBe(world.lines);
    });
    await stop();

    expect(await world.followed.list(7)).toHaveLength(2);
    expect(await world.import(world.path)).toBe(0);
  });

  test("in few parts while many wait, as each costs requests to the store", async () => {
    const parts: number[] = [];
    const { stored } = world;
    world.write(20_000);
    const { stop } = world.follow({
      find: (...given) => stored.find(...given),
      take(part) {
        if (part.lines > 0) parts.push(part.lines);
        return stored.take(part);
      },
    });
    await eventually(() => expect(parts.reduce((sum, lines) => sum + lines, 0)).toBe(20_000));
    await stop();

    expect(parts.length).toBeLessThanOrEqual(3);
  });
});

describe("lines count once", () => {
  test("when they are followed and then imported, under any name", async () => {
    world.write(5);
    const { stop } = world.follow();
    await expectAll();
    await stop();
    world.rotate();

    expect(await world.import(`${world.path}.1`)).toBe(0);
    await expectAll();
  });

  test("when they are imported and then followed, and imported again", async () => {
    world.write(5);
    await world.import(world.path);
    world.write(2);
    const { stop } = world.follow();
    await expectAll();
    await stop();
    world.write(3);

    expect(await world.import(world.path)).toBe(3);
    const again = world.follow();
    world.write(1);
    await expectAll();
    await again.stop();
  });

  test("while an import of the same log runs beside the follower", async () => {
    world.write(5);
    const { stop } = world.follow();
    for (let turn = 0; turn < 20; turn += 1) {
      world.write(3);
      await world.import(world.path);
    }
    await expectAll();
    await stop();
  });

  test("when a second follower follows, which waits and says so once", async () => {
    world.write(5);
    const first = world.follow();
    await expectAll();
    await eventually(async () => {
      const [piece] = await world.followed.list(7);
      expect(piece).toMatchObject({ lines: 5, part: undefined });
    });
    const second = world.follow();
    await eventually(() =>
      expect(second.messages).toEqual([`another follower follows ${world.path}; this one waits`]),
    );
    world.write(5);
    await expectAll();
    await first.stop();

    await eventually(() => expect(second.messages.at(-1)).toBe(`follows ${world.path}`));
    world.write(5);
    await expectAll();
    await second.stop();
  });

  test("when an answer is lost and the same part is sent again", async () => {
    let nth = 0;
    const fail = async <T>(answer: Promise<T>): Promise<T> => {
      const given = await answer;
      nth += 1;
      if (nth % 2 === 0) throw new Problem("STORE_UNAVAILABLE");
      return given;
    };
    const { stored } = world;
    const said: string[] = [];
    const places = patientPlaces(
      {
        find: (...given) => stored.find(...given),
        take: (part) => fail(stored.take(part)),
      },
      {
        signal: new AbortController().signal,
        onAway: () => said.push("away"),
        onBack: () => said.push("back"),
      },
    );
    const { stop } = world.follow(places);
    for (let turn = 0; turn < 3; turn += 1) {
      world.write(2);
      await expectAll();
    }
    await stop();
    expect(said.slice(0, 2)).toEqual(["away", "back"]);
  });

  // The seeds are those of an LCG, so that a failure can be repeated.
  test.each([1, 2, 3])(
    "however a follower is killed while the log is written, rotated and imported (seed %i)",
    async (seed) => {
      const random = randomOf(seed);
      world.write(2);
      for (let turn = 0; turn < 12; turn += 1) {
        const until = Math.floor(random() * 12);
        let nth = 0;
        world.state.mayKill = () => {
          nth += 1;
          return nth === until;
        };
        const { stop, ended } = world.follow();
        for (let step = 0; step < 3; step += 1) {
          world.write(1 + Math.floor(random() * 4));
          if (random() < 0.4) world.rotate(random() < 0.5 ? "rename" : "copytruncate");
          world.write(1);
          await new Promise((resolve) => setTimeout(resolve, random() * 12));
        }
        await Promise.race([stop(), ended]).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        world.state.mayKill = () => false;
        if (random() < 0.3) await world.import(world.path);
      }
      const { stop } = world.follow();
      await expectAll();
      await stop();
      await world.import(world.directory);
      await expectAll();
    },
  );
});

describe("a log that cannot be followed", () => {
  test("is refused with the sentence of an import", async () => {
    writeFileSync(world.path, "this is no log\n");
    await expect(world.follow().ended).rejects.toThrow(/no access log|format/);
  });

  test("is refused if it is a directory", async () => {
    rmSync(world.path, { force: true });
    mkdirSync(world.path);
    await expect(world.follow().ended).rejects.toThrow();
  });
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
