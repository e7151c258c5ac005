/**
 * The tools, resources and prompts that @modelcontextprotocol/conformance expects of a server,
 * mounted next to ours: its scenarios name them and their answers.
 */
import {
  type CallToolResult,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Extension } from "../../mcp/server.ts";
import { registerInputFixtures, stateCodec } from "./conformance-input-fixtures.ts";

/** A PNG of one pixel, and a silent WAV file. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const image = { type: "image" as const, data: png, mimeType: "image/png" };
const said = (text: string) => ({ type: "text" as const, text });
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text },
});

export const conformanceFixtures: Extension = {
  options: {
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
    },
    requestState: { verify: stateCodec.verify },
  },
  register(server) {
    registerTools(server);
    registerResources(server);
    registerPrompts(server);
    registerInputFixtures(server);
  },
};

const answers: Record<string, CallToolResult["content"]> = {
  test_simple_text: [said("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  test_embedded_resource: [embedded("test://embedded-resource", "text/plain", "Embedded.")],
  test_multiple_content_types: [
    said("Multiple content types test:"),
    image,
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
};

function registerTools(server: McpServer): void {
  for (const [name, content] of Object.entries(answers)) {
    server.registerTool(name, { description: name }, () => ({ content }));
  }
  server.registerTool("test_error_handling", { description: "Fails." }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  const progressing = { description: "Reports progress.", inputSchema: z.object({}) };
  server.registerTool("test_tool_with_progress", progressing, async (_args, ctx) => {
    const { progressToken } = ctx.mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) break;
      await notify(ctx, "progress", { progressToken, progress, total: 100 });
    }
    return { content: [said("done")] };
  });
  const logging = { description: "Logs.", inputSchema: z.object({}) };
  server.registerTool("test_tool_with_logging", logging, async (_args, ctx) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool completed"]) {
      await notify(ctx, "message", { level: "info", data });
    }
    return { content: [said("done")] };
  });
}

function notify(ctx: ServerContext, name: string, params: Record<string, unknown>): Promise<void> {
  return ctx.mcpReq.notify({ method: `notifications/${name}`, params });
}

function registerResources(server: McpServer): void {
  const text = "This is the content of the static text resource.";
  server.registerResource(
    "static-text",
    "test://static-text",
    { description: "Text.", mimeType: "text/plain" },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: "text/plain", text }] }),
  );
  server.registerResource(
    "static-binary",
    "test://static-binary",
    { description: "An image.", mimeType: "image/png" },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: "image/png", blob: png }] }),
  );
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { description: "A template.", mimeType: "application/json" },
    ({ href: uri }, { id }) => {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return { contents: [{ uri, mimeType: "application/json", text: data }] };
    },
  );
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "Simple." }, () => ({
    messages: [{ role: "user", content: said("This is a simple prompt for testing.") }],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Arguments.", argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [
        { role: "user", content: said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) },
      ],
    }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "A resource.", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: "user",
          content: embedded(resourceUri, "text/plain", "Embedded resource content."),
        },
        { role: "user", content: said("Please process the embedded resource above.") },
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "An image." }, () => ({
    messages: [
      { role: "user", content: image },
      { role: "user", content: said("Please analyze the image above.") },
    ],
  }));
}
