import { expect, test } from "vitest";
import { websiteTable } from "../../src/tables/website-table.ts";
import { StoredWebsites } from "../../src/websites/stored-websites.ts";
import { byTest } from "../helpers/author.ts";
import { websiteWith } from "../helpers/draft.ts";
import { startFootfall } from "../helpers/footfall.ts";

test("a process that slept through thousands of changes does not overwrite one", async () => {
  const footfall = await startFootfall();
  const table = websiteTable(footfall.server.store.db);
  /** Opens the websites like another process on the same store. */
  const open = () => StoredWebsites.open(table);
  const sleeper = await open();
  const { id } = await sleeper.create(byTest, "sleeper.test", {});
  const [latest] = (await table.changesAfter(0)).slice(-1);
  const website = websiteWith({ id: id + 1, domain: "busy.test" });
  for (let n = 1; n <= 1_200; n += 20) {
    const changes = Array.from({ length: 20 }, (_, i) => (latest?.change ?? 0) + n + i);
    await Promise.all(
      changes.map((change) =>
        table.append({
          change,
          writer: crypto.randomUUID(),
          deleted: false,
          kind: "website",
          record: website,
        }),
      ),
    );
  }

  const created = await sleeper.create(byTest, "late.test", {});

  expect(created.id).toBe(id + 2);
  expect((await open()).all.findByDomain("busy.test")?.id).toBe(id + 1);
});
