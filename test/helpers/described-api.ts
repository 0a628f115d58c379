import { describeApi } from "../../src/http/openapi/api-description.ts";
import type { ApiDocument } from "./api-document.ts";
import { startApp } from "./app.ts";

let document: ApiDocument | undefined;

/** Resolves with the API description of the routes as they are now. */
export async function readDocument(): Promise<ApiDocument> {
  if (document === undefined) {
    const { app } = await startApp({});
    document = JSON.parse(await describeApi(app.describedRoutes)) as ApiDocument;
  }
  return document;
}
