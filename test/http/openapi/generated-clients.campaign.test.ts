import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

import { packageFile } from "../../../src/base/package-file.ts";
import { readDocument } from "../../helpers/described-api.ts";

const tools = fileURLToPath(new URL("api-tools/", import.meta.url));
const tsc = packageFile("node_modules/.bin/tsc");
const run = promisify(execFile);

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-clients-"));
  await cp(tools, directory, { recursive: true });
  await writeFile(join(directory, "openapi.json"), JSON.stringify(await readDocument()));
  await run("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], {
    cwd: directory,
  });
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

/** Runs a module that can import the tools. Resolves with what it printed. */
async function outputOf(module: string): Promise<string> {
  const args = ["--input-type=module", "--eval", module];
  const { stdout } = await run(process.execPath, args, { cwd: directory });
  return stdout;
}

/** Resolves with the errors that the compiler finds in the program, and in the client. */
async function compileErrors(name: string, program: string): Promise<string> {
  await writeFile(join(directory, name), program);
  const options =
    "--strict --noUncheckedIndexedAccess --noEmit --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable --types node";
  const types = ["--typeRoots", packageFile("node_modules/@types")];
  return run(tsc, ["--ignoreConfig", ...options.split(" "), ...types, name], {
    cwd: directory,
  }).then(
    ({ stdout }) => stdout,
    (error: { code: unknown; stdout: string }) => {
      // The compiler ends with a number where it finds errors. Otherwise it did not run.
      if (typeof error.code !== "number") throw error;
      return error.stdout;
    },
  );
}

// A contact is the maker's, and of Footfall everybody is their own host.
const spectral = `
  import { readFileSync } from "node:fs";
  import core from "@stoplight/spectral-core";
  import rulesets from "@stoplight/spectral-rulesets";
  const spectral = new core.Spectral();
  spectral.setRuleset({ extends: [rulesets.oas], rules: { "info-contact": "off" } });
  const found = await spectral.run(JSON.parse(readFileSync("openapi.json", "utf8")));
  console.log(JSON.stringify(found.map(({ code, path }) => [code, ...path].join(" "))));
`;

test("spectral finds no error, and nothing to warn of", async () => {
  expect(JSON.parse(await outputOf(spectral))).toEqual([]);
});

// The generator's documentation shows this transform for binary content.
const openapiTypescript = `
  import { writeFileSync } from "node:fs";
  import { pathToFileURL } from "node:url";
  import openapiTS, { astToString } from "openapi-typescript";
  import ts from "typescript";
  const blob = ts.factory.createTypeReferenceNode("Blob");
  const transform = ({ format }) => (format === "binary" ? blob : undefined);
  const types = await openapiTS(pathToFileURL("openapi.json"), { transform });
  writeFileSync("api.d.ts", astToString(types));
`;

const openapiFetchProgram = `
  import createClient from "openapi-fetch";
  import type { components, paths } from "./api.d.ts";

  const client = createClient<paths>({ baseUrl: "https://stats.example.com" });
  const path = { id: 1 };
  const days = { from: "2026-11-01", to: "2026-11-30" };

  export async function use(file: File): Promise<void> {
    const list = await client.GET("/api/v1/websites", { params: { query: { per_page: 25 } } });
    const domains: string[] | undefined = list.data?.data.map(({ domain }) => domain);
    const website: components["schemas"]["NewWebsite"] = { domain: "example.com" };
    const stored = await client.POST("/api/v1/websites", { body: website });
    const id: number | undefined = stored.data?.data.id;

    const filter = { browser: ["Chrome"], country: ["!(unknown)"] };
    const stats = await client.GET("/api/v1/stats/{website_id}", {
      params: { path: { website_id: 1 }, query: { ...days, name: "page", filter } },
    });
    const rows: { value: string; visitors: number }[] | undefined = stats.data?.data;
    // @ts-expect-error The answer is an object, not text.
    const text: string | undefined = stats.data;
    const count: number | undefined = stats.data?.meta.count;
    const goals = await client.GET("/api/v1/websites/{id}/goals", { params: { path } });
    const total: number | undefined = goals.data?.meta.total;
    await client.POST("/api/v1/websites/{id}/goals", {
      params: { path },
      body: { name: "Signup", type: "event", value: "Signup" },
    });

    const exported = await client.GET("/api/v1/websites/{id}/events", {
      params: { path, query: days },
      parseAs: "blob",
    });
    const blob: Blob | undefined = exported.data;
    const begun = await client.POST("/api/v1/websites/{id}/imports", {
      params: { path },
      body: { file: [file], source: "umami" },
      bodySerializer: ({ file }) => {
        const form = new FormData();
        for (const one of file) form.append("file", one);
        return form;
      },
    });
    const status: string | undefined = begun.data?.data.status;
    console.log(domains, id, rows, text, count, total, blob, status, begun.error?.code);
  }
`;

test("openapi-typescript makes types that a strict program can use", async () => {
  await outputOf(openapiTypescript);

  expect(await compileErrors("fetch.ts", openapiFetchProgram)).toBe("");
});

const heyApi = `
  import { createClient } from "@hey-api/openapi-ts";
  await createClient({ input: "openapi.json", output: "client", logs: { level: "silent" } });
`;

const heyApiProgram = `
  import {
    createGoal, createImport, createWebsite, exportEvents, getStats, listGoals, listWebsites,
  } from "./client";
  import type { NewWebsite } from "./client";

  const path = { id: 1 };
  const days = { from: "2026-11-01", to: "2026-11-30" };

  export async function use(file: File): Promise<void> {
    const list = await listWebsites({ query: { per_page: 25 } });
    const domains: string[] | undefined = list.data?.data.map(({ domain }) => domain);
    const website: NewWebsite = { domain: "example.com" };
    const stored = await createWebsite({ body: website });
    const id: number | undefined = stored.data?.data.id;

    const filter = { browser: ["Chrome"], country: ["!(unknown)"] };
    const stats = await getStats({
      path: { website_id: 1 },
      query: { ...days, name: "page", filter },
    });
    const rows: { value: string; visitors: number }[] | undefined = stats.data?.data;
    // @ts-expect-error The answer is an object, not text.
    const text: string | undefined = stats.data;
    const count: number | undefined = stats.data?.meta.count;
    const goals = await listGoals({ path });
    const total: number | undefined = goals.data?.meta.total;
    await createGoal({ path, body: { name: "Signup", type: "event", value: "Signup" } });

    const exported = await exportEvents({ path, query: days });
    const blob: Blob | undefined = exported.data;
    const begun = await createImport({ path, body: { file: [file], source: "umami" } });
    const status: string | undefined = begun.data?.data.status;
    console.log(domains, id, rows, text, count, total, blob, status);
  }
`;

test("hey-api makes a client that a strict program can use", async () => {
  await outputOf(heyApi);

  expect(await compileErrors("hey.ts", heyApiProgram)).toBe("");
});
