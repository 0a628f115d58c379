import type { FastifyInstance, FastifySchema, RouteOptions } from "fastify";
import { type TObject, type TSchema, Type } from "typebox";

import type { ErrorCode } from "../../errors.ts";
import { describeApi } from "./api-description.ts";

declare module "fastify" {
  /** What the document says of a route beyond what the framework has a place for. */
  interface FastifySchema {
    /** Codes that the route is answered with, beside those that `problemsOf` finds by itself. */
    problems?: readonly ErrorCode[];
    /** Headers that the handler reads and checks itself. */
    requestHeaders?: TObject;
    /** Content type → schema, where it differs by type or the handler checks it itself. */
    bodies?: Readonly<Record<string, TSchema>>;
    /** Content type → schema of what success may be answered with beside JSON. */
    otherContents?: Readonly<Record<string, TSchema>>;
  }
}

/** The `security` of a route that needs no API key. */
export const noKey: readonly [] = [];

/** For a route's `consumes`: what changes can be sent as. */
export const formOrJson = ["application/x-www-form-urlencoded", "application/json"];

const schema: FastifySchema = {
  operationId: "getApiDocument",
  summary: "Get this document",
  tags: ["Server"],
  security: noKey,
  response: { 200: Type.Object({}, { description: "An OpenAPI 3.1 document." }) },
};

/** `GET /openapi.json`: the OpenAPI document of every route that is registered from here on, and not hidden. */
export function useApiDocument(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    // The framework adds HEAD to every GET, and a slash to where a plugin's routes begin.
    const url = route.url.replace(/(?<=.)\/$/, "");
    if (route.method !== "HEAD" && route.schema?.hide !== true) routes.push({ ...route, url });
  });
  let document: Promise<string> | undefined;
  app.get("/openapi.json", { schema }, (_request, reply) => {
    document ??= describeApi(routes).catch((error: unknown) => {
      document = undefined;
      throw error;
    });
    reply.type("application/json; charset=utf-8");
    return document;
  });
}
