import { expect, test } from "vitest";

import { newImport } from "../../../src/definitions/import.ts";
import { startApp, type WebsiteDefinitionChange } from "../../helpers/app.ts";
import { authorization } from "../../helpers/program.ts";

test("an import that another process has just made is found at once", async () => {
  const definitions: WebsiteDefinitionChange[] = [];
  const { url } = await startApp({ definitions });
  const get = (path: string) => fetch(`${url}/api/v1/websites/7/imports${path}`, authorized);
  const authorized = { headers: authorization };
  const list = await get("");
  expect(await list.json()).toMatchObject({ data: [] });

  const now = new Date();
  const content = newImport({
    source: "umami",
    kind: "events",
    digest: "",
    options: {},
    isDryRun: false,
    files: [],
    ignored: [],
    upload: null,
  });
  const record = { id: 1, content, createdAt: now, updatedAt: now };
  definitions.push({
    websiteId: 7,
    change: 1,
    writer: "another",
    kind: "import",
    record,
    deleted: false,
  });
  expect((await get("/1")).status).toBe(200);
  expect(await (await get("")).json()).toMatchObject({ data: [{ id: 1 }] });
  expect((await get("/2")).status).toBe(404);
});
