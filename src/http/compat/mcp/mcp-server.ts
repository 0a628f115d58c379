import { readFile } from "node:fs/promises";
import {
  type CallToolResult,
  createMcpHandler,
  fromJsonSchema,
  type McpHttpHandler,
  McpServer,
} from "@modelcontextprotocol/server";

import { packageFile } from "../../../base/package-file.ts";
import { inputSchemaOf, outputSchemaOf, readApiDocument } from "./api-schema.ts";
import type { AskApi } from "./ask-api.ts";
import { callTool } from "./call-tool.ts";
import { instructions, tools } from "./tools.ts";

/** Nothing changes that a client could listen to. */
const unchanging = { listChanged: false };
const definitionsUri = "footfall://definitions";
const mimeType = "text/markdown";
const about = { title: "What the numbers mean", mimeType };

/**
 * Resolves with a handler of the Model Context Protocol, which keeps nothing between two requests.
 * The caller of a request is in its `authInfo.extra.api`.
 */
export async function openMcpHandler(version: string, now: () => number): Promise<McpHttpHandler> {
  const document = await readApiDocument();
  const text = await readFile(packageFile("dist/docs/definitions.md"), "utf8");
  const contents = [{ uri: definitionsUri, mimeType, text }];
  const described = tools.map((tool) => ({
    tool,
    config: {
      title: tool.title,
      description: tool.description,
      inputSchema: fromJsonSchema<Readonly<Record<string, unknown>>>(inputSchemaOf(tool, document)),
      outputSchema: fromJsonSchema(outputSchemaOf(tool, document)),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
  }));
  return createMcpHandler(
    ({ authInfo }) => {
      const api = authInfo?.extra?.["api"] as AskApi;
      const server = new McpServer(
        { name: "footfall", version },
        { instructions, capabilities: { tools: unchanging, resources: unchanging } },
      );
      for (const { tool, config } of described) {
        server.registerTool(
          tool.name,
          config,
          async (args): Promise<CallToolResult> => callTool(tool, args, { api, now }),
        );
      }
      server.registerResource("definitions", definitionsUri, about, async () => ({ contents }));
      return server;
    },
    { maxSubscriptions: 0 },
  );
}
