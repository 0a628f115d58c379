import type { FastifyInstance, FastifySchema, RouteOptions } from "fastify";
import { type TObject, type TSchema, Type } from "typebox";

import type { ErrorCode } from "../../base/errors.ts";
import { packageFile } from "../../base/package-file.ts";
import { type Asset, makeAsset, readAsset, sendAsset } from "../answers/assets.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The routes that the OpenAPI document describes. */
    readonly describedRoutes: readonly RouteOptions[];
  }
  /** Properties of a route's description that the framework has no place for. */
  interface FastifySchema {
    /** Errors with which the route answers, besides those that `problemsOf` finds by itself. */
    problems?: readonly ErrorCode[];
    /** Headers that the handler reads and checks itself. */
    requestHeaders?: TObject;
    /** Content type → schema, if the body differs by type or the handler checks it itself. */
    bodies?: Readonly<Record<string, TSchema>>;
    /** Content type → schema of the other forms of a successful answer that is no JSON. */
    otherContents?: Readonly<Record<string, TSchema>>;
    /** The schema of the CSV that clients can have instead of JSON. */
    csv?: TSchema;
  }
}

/** The `security` of a route that needs no API key. */
export const noKey: readonly [] = [];

/** The content types in which changes can be sent, for a route's `consumes`. */
export const formOrJson = ["application/json", "application/x-www-form-urlencoded"];

const schema: FastifySchema = {
  operationId: "getApiDocument",
  summary: "Get this document",
  description: "Tools show it to people, and generate clients from it. No key is needed.",
  tags: ["Server"],
  security: noKey,
  response: { 200: Type.Object({}, { description: "An OpenAPI 3.1 document." }) },
};

/** The document that the build makes. */
const documentFile = packageFile("dist/openapi.json");

/** Resolves with the document, whose server has this base path. */
async function readDocument(basePath: string): Promise<Asset> {
  const asset = await readAsset(documentFile);
  if (basePath === "") return asset;
  const document = JSON.parse(asset.bytes.toString()) as { servers: [{ url: string }] };
  document.servers[0].url = basePath;
  return makeAsset(".json", Buffer.from(JSON.stringify(document)));
}

/**
 * Adds `GET /openapi.json`, and lists every route that is registered after this call and is not
 * hidden in `describedRoutes`, for the build.
 */
export function useApiDocument(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.decorate("describedRoutes", routes);
  app.addHook("onRoute", (route) => {
    // The framework adds HEAD to every GET, and a slash to the URL of a plugin's first route.
    const url = route.url.replace(/(?<=.)\/$/, "");
    if (route.method !== "HEAD" && route.schema?.hide !== true) routes.push({ ...route, url });
  });
  let document: Promise<Asset> | undefined;
  app.get("/openapi.json", { schema }, async function sendDocument(request, reply) {
    document ??= readDocument(app.basePath).catch((error: unknown) => {
      document = undefined;
      throw error;
    });
    return sendAsset(request, reply, await document);
  });
}
