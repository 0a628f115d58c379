/**
 * A campaign is a test that floods, freezes, kills at random, or measures time or memory, so that
 * its result depends on the machine; or one that takes too long for the gate (CONTRIBUTING.md).
 */
export interface Campaign {
  /** One line for the list of campaigns. */
  readonly what: string;
  /** A program of its own, which takes flags. */
  readonly program?: string;
  /** Test files, from the root of the repository, which Vitest runs after the program. */
  readonly files?: readonly string[];
}

export const campaigns = {
  analysis: {
    what: "random stories of goals, funnels and so on, each answer against a reference",
    program: "test/analysis/main.ts",
    files: [
      "test/analysis/invariants.store.campaign.test.ts",
      "test/stats/analysis-random.store.campaign.test.ts",
    ],
  },
  backup: {
    what: "backups and restores of every kind, refused ones, and one under load",
    files: [
      "test/backup/contents.campaign.test.ts",
      "test/backup/documented.campaign.test.ts",
      "test/backup/refusals.campaign.test.ts",
      "test/backup/under-load.campaign.test.ts",
    ],
  },
  calendar: {
    what: "the gate's tests under clocks a week, 40 and 500 days ahead; Linux, a C compiler",
    program: "test/calendar/main.ts",
  },
  chaos: {
    what: "kills and other faults under load, for eight minutes, and then counts; Linux",
    program: "test/chaos/main.ts",
  },
  cluster: {
    what: "the same with two instances on two and three ClickHouse servers; Linux",
    program: "test/cluster/main.ts",
    files: [
      "test/cluster/first-start.campaign.test.ts",
      "test/server/shards/shard-faults.store.campaign.test.ts",
    ],
  },
  compat: {
    what: "the APIs of Plausible and Umami, question by question",
    files: [
      "test/http/compat/plausible-v1.store.campaign.test.ts",
      "test/http/compat/plausible-v1-breakdowns.store.campaign.test.ts",
      "test/http/compat/plausible-v2.store.campaign.test.ts",
      "test/http/compat/umami.store.campaign.test.ts",
    ],
  },
  corrections: {
    what: "corrections of the past: cut off at each step, killed, and swept",
    files: [
      "test/corrections/interrupted.store.campaign.test.ts",
      "test/corrections/killed.campaign.test.ts",
      "test/corrections/swept.campaign.test.ts",
    ],
  },
  dashboard: {
    what: "every view in a Chromium: reports, imports, without seeing, by keyboard, on a phone",
    files: [
      "test/dashboard/account.campaign.test.ts",
      "test/dashboard/addresses.campaign.test.ts",
      "test/dashboard/axe.campaign.test.ts",
      "test/dashboard/every-day.campaign.test.ts",
      "test/dashboard/first-visit.campaign.test.ts",
      "test/dashboard/imports.campaign.test.ts",
      "test/dashboard/keyboard.campaign.test.ts",
      "test/dashboard/languages.campaign.test.ts",
      "test/dashboard/look.campaign.test.ts",
      "test/dashboard/mishaps.campaign.test.ts",
      "test/dashboard/notifications.campaign.test.ts",
      "test/dashboard/people.campaign.test.ts",
      "test/dashboard/reports.campaign.test.ts",
      "test/dashboard/set-up-notifications.campaign.test.ts",
      "test/dashboard/structure.campaign.test.ts",
    ],
  },
  development: {
    what: "npm run dev and npm run demo",
    files: ["test/process/demo.campaign.test.ts", "test/process/dev.campaign.test.ts"],
  },
  floods: {
    what: "more requests than are answered, and clients that send or read slowly",
    files: [
      "test/http/shell/overload.campaign.test.ts",
      "test/http/shell/slow-clients.campaign.test.ts",
      "test/http/shell/slow-uploads.campaign.test.ts",
      "test/server/unknown-websites.store.campaign.test.ts",
    ],
  },
  hostile: {
    what: "requests that no client should send, and what they do to good events",
    program: "test/hostile/main.ts",
  },
  images: {
    what: "the image, built and run by podman, and an older one's volume; Debian, root",
    files: ["test/images/image.store.campaign.test.ts"],
  },
  imports: {
    what: "imports of logs and of many files, undone, killed, resting, and by the command",
    files: [
      "test/stats/export/moved-days.store.campaign.test.ts",
      "test/stats/export/round-trip.store.campaign.test.ts",
      "test/import/access-log/import.campaign.test.ts",
      "test/import/access-log/records.campaign.test.ts",
      "test/import/access-log/gentle-command.campaign.test.ts",
      "test/import/access-log/stopped-command.campaign.test.ts",
      "test/import/follow/follow.campaign.test.ts",
      "test/import/run/answers.campaign.test.ts",
      "test/import/run/days.store.campaign.test.ts",
      "test/import/run/interrupted.store.campaign.test.ts",
      "test/import/run/killed.campaign.test.ts",
      "test/import/run/long-keys.store.campaign.test.ts",
      "test/import/run/logs.store.campaign.test.ts",
      "test/import/run/many-files.store.campaign.test.ts",
      "test/import/run/moved.store.campaign.test.ts",
      "test/import/formats/plausible-killed.campaign.test.ts",
      "test/import/formats/plausible-program.campaign.test.ts",
      "test/import/formats/plausible-refused.store.campaign.test.ts",
      "test/import/formats/plausible.store.campaign.test.ts",
      "test/import/run/totals.store.campaign.test.ts",
      "test/import/run/undo.store.campaign.test.ts",
      "test/import/run/retention.store.campaign.test.ts",
      "test/import/run/retention-undone.store.campaign.test.ts",
    ],
  },
  move: {
    what: "a website that moves to another server, interrupted, and under load with kills",
    files: [
      "test/move/leases.store.campaign.test.ts",
      "test/move/interrupted.store.campaign.test.ts",
      "test/move/move.store.campaign.test.ts",
      "test/move/routed-batches.store.campaign.test.ts",
      "test/move/under-load.campaign.test.ts",
    ],
  },
  notifications: {
    what: "alerts and webhooks: the cost of a thousand alerts, kills, two instances; Linux",
    files: ["test/notifications/alerts/notifications.campaign.test.ts"],
  },
  packages: {
    what: "a release, and what needs packages of the registry: installing, generated clients",
    files: [
      "test/http/openapi/api-lint.campaign.test.ts",
      "test/http/openapi/generated-clients.campaign.test.ts",
      "test/package/install.campaign.test.ts",
      "test/package/release.campaign.test.ts",
      "test/package/release-steps.campaign.test.ts",
    ],
  },
  programs: {
    what: "commands, terminals, stops, sign-ins and releases of Node of the built program",
    files: [
      "test/commands/report.campaign.test.ts",
      "test/commands/stopped-export.campaign.test.ts",
      "test/process/access.campaign.test.ts",
      "test/process/access-elsewhere.store.campaign.test.ts",
      "test/process/definitions.campaign.test.ts",
      "test/process/node-releases.campaign.test.ts",
      "test/process/stop.campaign.test.ts",
      "test/process/terminal.campaign.test.ts",
      "test/process/tracking-check.campaign.test.ts",
    ],
  },
  proxies: {
    what: "instances behind nginx; Caddy, HAProxy and Apache with the recipes of docs/proxies.md",
    files: [
      "test/proxies/nginx.store.campaign.test.ts",
      "test/proxies/sub-path.campaign.test.ts",
      "test/cluster/nginx.campaign.test.ts",
      "test/proxies/recipes.store.campaign.test.ts",
    ],
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
    files: [
      "test/rollups/large-days.campaign.test.ts",
      "test/rollups/open-day-increments.store.campaign.test.ts",
      "test/rollups/open-day-moments.store.campaign.test.ts",
      "test/rollups/queries-during-rollups.campaign.test.ts",
    ],
  },
  sizes: {
    what: "memory of large exports and batches",
    files: [
      "test/stats/export/export-size.store.campaign.test.ts",
      "test/log/large-batch.campaign.test.ts",
    ],
  },
  soak: {
    what: "an hour of steady load: memory, handles, disk; Linux",
    program: "test/soak/main.ts",
  },
  tracker: {
    what: "what the tracker sends when pages are left or networks fail, and what other trackers send",
    files: [
      "test/tracker/delivery.campaign.test.ts",
      "test/tracker/npm-packages.campaign.test.ts",
      "test/tracker/other-trackers.campaign.test.ts",
      "test/tracker/packages.campaign.test.ts",
    ],
  },
  workers: {
    what: "workers and processes that die, hang or are slow to answer",
    files: [
      "test/stats/export/export-workers.campaign.test.ts",
      "test/http/operating/killed-engine.campaign.test.ts",
      "test/http/operating/log-full.campaign.test.ts",
      "test/process/crash.campaign.test.ts",
      "test/process/drain.campaign.test.ts",
      "test/process/drops.campaign.test.ts",
      "test/process/frozen-workers.campaign.test.ts",
      "test/process/workers.campaign.test.ts",
      "test/websites/suspended-instance.campaign.test.ts",
    ],
  },
} as const satisfies Readonly<Record<string, Campaign>>;

export type CampaignName = keyof typeof campaigns;
