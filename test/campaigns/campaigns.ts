/**
 * A campaign is a test that floods, freezes, kills at random, or measures time or memory. Its
 * result depends on the machine, so it is no part of the gate (CONTRIBUTING.md).
 */
export interface Campaign {
  /** One line for the list of campaigns. */
  readonly what: string;
  /** A program of its own, which takes flags; otherwise Vitest runs the campaign's `files`. */
  readonly program?: string;
  /** The test files, from the root of the repository. */
  readonly files?: readonly string[];
}

export const campaigns = {
  analysis: {
    what: "random stories of goals, funnels and so on, each answer against a reference",
    program: "test/analysis/main.ts",
  },
  backup: {
    what: "a backup under load",
    files: ["test/backup/under-load.campaign.test.ts"],
  },
  chaos: {
    what: "kills and other faults under load, for eight minutes, and then counts; Linux",
    program: "test/chaos/main.ts",
  },
  cluster: {
    what: "the same with two Footfalls on two and three ClickHouse servers; Linux",
    program: "test/cluster/main.ts",
  },
  floods: {
    what: "more requests than are answered, and clients that send or read slowly",
    files: [
      "test/http/overload.campaign.test.ts",
      "test/http/slow-clients.campaign.test.ts",
      "test/http/slow-uploads.campaign.test.ts",
    ],
  },
  hostile: {
    what: "requests that no client should send, and what they do to good events",
    program: "test/hostile/main.ts",
  },
  imports: {
    what: "imports that are killed at many moments, that rest, and that retention takes away",
    files: [
      "test/import/access-log/gentle-command.campaign.test.ts",
      "test/import/access-log/stopped-command.campaign.test.ts",
      "test/import/killed.campaign.test.ts",
      "test/import/plausible-killed.campaign.test.ts",
      "test/import/retention.store.campaign.test.ts",
    ],
  },
  move: {
    what: "a website that moves to another server under load, with kills and freezes",
    files: ["test/move/under-load.campaign.test.ts"],
  },
  random: {
    what: "the tests of the gate that draw at random, with many more draws",
    program: "test/campaigns/random.ts",
  },
  releases: {
    what: "pages of two releases side by side",
    files: ["test/dashboard/two-releases.campaign.test.ts"],
  },
  rollups: {
    what: "random stories of roll-ups, each answer against a count of the events",
    program: "test/rollups/main.ts",
  },
  sizes: {
    what: "memory of large exports and batches",
    files: [
      "test/export/export-size.store.campaign.test.ts",
      "test/log/large-batch.campaign.test.ts",
    ],
  },
  soak: {
    what: "an hour of steady load: memory, handles, disk; Linux",
    program: "test/soak/main.ts",
  },
  workers: {
    what: "workers that hang, and that are slow to answer",
    files: ["test/process/frozen-workers.campaign.test.ts"],
  },
} as const satisfies Readonly<Record<string, Campaign>>;

export type CampaignName = keyof typeof campaigns;
