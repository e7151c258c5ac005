/** Snippets for code that calls models. Each reads the key from a variable. */
import {
  bearer,
  type ClientDoor,
  type Door,
  exportKey,
  keyVariable,
  serverLabel,
} from "./snippet.ts";

const envKey = bearer(`\${process.env.${keyVariable}}`);
/** OpenAI's current models need the Responses API for functions; `gpt-5` ends in December 2026. */
const openAiModel = "gpt-6.1-sol";
/** Read-only tools, which a model may call without approval. */
const readingTools = ["search_datasets", "get_dataset", "get_sample", "get_profile"];

const code = (place: string, lines: string[]) => ({
  way: "key" as const,
  place,
  language: "typescript" as const,
  text: lines.join("\n"),
});

/** https://docs.langchain.com/oss/javascript/langchain/mcp */
export const langChain = (door: Door): ClientDoor => ({
  id: "langchain",
  name: "LangChain",
  steps: [
    "Install langchain, @langchain/mcp-adapters and @langchain/openai, or your model's provider's.",
    "From 2.0 on, the adapters put the server's name before each tool's.",
  ],
  links: [],
  snippets: [
    exportKey(door),
    code("agent.mjs", [
      'import { MultiServerMCPClient } from "@langchain/mcp-adapters";',
      'import { ChatOpenAI } from "@langchain/openai";',
      'import { createAgent } from "langchain";',
      "",
      "const market = new MultiServerMCPClient({",
      "  mcpServers: {",
      `    "${serverLabel}": {`,
      '      transport: "http",',
      `      url: ${JSON.stringify(door.mcpUrl)},`,
      `      headers: { Authorization: \`${envKey}\` },`,
      "    },",
      "  },",
      "});",
      `const model = new ChatOpenAI({ model: "${openAiModel}", useResponsesApi: true });`,
      "const agent = createAgent({ model, tools: await market.getTools() });",
      "const { messages } = await agent.invoke({",
      `  messages: [{ role: "user", content: ${JSON.stringify(door.task)} }],`,
      "});",
      "console.log(messages.at(-1)?.text);",
      "await market.close();",
    ]),
  ],
});

/** https://developers.openai.com/api/docs/guides/tools-remote-mcp: OpenAI calls the MCP server. */
export const openAiResponses = (door: Door): ClientDoor => ({
  id: "openai-responses",
  name: "OpenAI (Responses API)",
  steps: ["Install openai. OpenAI calls the server, so its address has to be public."],
  links: [],
  snippets: [
    exportKey(door),
    code("ask.mjs", [
      'import OpenAI from "openai";',
      "",
      "const response = await new OpenAI().responses.create({",
      `  model: "${openAiModel}",`,
      `  input: ${JSON.stringify(door.task)},`,
      "  tools: [",
      "    {",
      '      type: "mcp",',
      `      server_label: "${serverLabel}",`,
      `      server_url: ${JSON.stringify(door.mcpUrl)},`,
      `      authorization: process.env.${keyVariable},`,
      "      // For any other tool it has to ask you.",
      `      require_approval: { never: { tool_names: ${JSON.stringify(readingTools)} } },`,
      "    },",
      "  ],",
      "});",
      "console.log(response.output_text);",
    ]),
  ],
});

/**
 * https://developers.openai.com/api/docs/guides/function-calling: the code calls the MCP server.
 */
export const openAiFunctions = (door: Door): ClientDoor => ({
  id: "openai-functions",
  name: "OpenAI (function calling)",
  steps: ["Install openai and @modelcontextprotocol/client. Every tool becomes a function."],
  links: [],
  snippets: [
    exportKey(door),
    code("functions.mjs", [
      'import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";',
      'import OpenAI from "openai";',
      "",
      'const market = new Client({ name: "my-agent", version: "1.0.0" });',
      `const headers = { Authorization: \`${envKey}\` };`,
      `const address = new URL(${JSON.stringify(door.mcpUrl)});`,
      "const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });",
      "await market.connect(transport);",
      "const tools = (await market.listTools()).tools.map((tool) => ({",
      '  type: "function",',
      "  name: tool.name,",
      "  description: tool.description,",
      "  parameters: tool.inputSchema,",
      "  strict: false,",
      "}));",
      "",
      "const openai = new OpenAI();",
      `const input = [{ role: "user", content: ${JSON.stringify(door.task)} }];`,
      "for (;;) {",
      `  const request = { model: "${openAiModel}", input, tools };`,
      "  const { output, output_text: answer } = await openai.responses.create(request);",
      '  const calls = output.filter(({ type }) => type === "function_call");',
      "  if (calls.length === 0) {",
      "    console.log(answer);",
      "    break;",
      "  }",
      "  input.push(...output);",
      "  for (const { call_id, name, arguments: given } of calls) {",
      "    const { content } = await market.callTool({ name, arguments: JSON.parse(given) });",
      '    input.push({ type: "function_call_output", call_id, output: JSON.stringify(content) });',
      "  }",
      "}",
      "await market.close();",
    ]),
  ],
});
