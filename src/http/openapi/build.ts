/** Builds `dist/openapi.json`, so that no server loads the generator. */
import { writeFile } from "node:fs/promises";
import { packageFile } from "../../base/package-file.ts";
import { buildApp } from "../app.ts";
import { describeApi } from "./api-description.ts";

const documentFile = packageFile("dist/openapi.json");
/** The routes use their dependencies for requests only, and there are none. */
const unused = {} as never;

const app = buildApp({
  websites: unused,
  collecting: unused,
  uncounted: unused,
  siteOf: unused,
  definitions: unused,
  findViews: unused,
  imports: unused,
  corrections: unused,
  notifier: unused,
  access: {
    access: unused,
    audit: unused,
    mailLink: unused,
    loginLimiter: unused,
    keys: { api: [], cookie: "", mail: "", start: "" },
  },
  server: {
    stores: [],
    trustProxy: [],
    dashboardDirectory: packageFile("dist/dashboard"),
    frameAncestors: [],
    refusals: unused,
    readMetrics: unused,
    readReasons: unused,
  },
  logger: unused,
  now: unused,
});
await app.ready();
await writeFile(documentFile, await describeApi(app.describedRoutes));
