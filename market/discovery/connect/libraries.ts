/** What to paste into code that calls models itself. Each reads the key from a variable. */
import {
  bearer,
  type ClientDoor,
  type Door,
  exportKey,
  keyVariable,
  serverLabel,
} from "./snippet.ts";

const envKey = bearer(`\${process.env.${keyVariable}}`);
/** They only read, so that a model may call them unasked. */
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
    "Install langchain, @langchain/mcp-adapters and the package of your model's provider.",
    "From 2.0 on, the adapters put the server's name before each tool's.",
  ],
  links: [],
  snippets: [
    exportKey(door),
    code("agent.mjs", [
      'import { MultiServerMCPClient } from "@langchain/mcp-adapters";',
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
      'const agent = createAgent({ model: "openai:gpt-5", tools: await market.getTools() });',
      "const { messages } = await agent.invoke({",
      `  messages: [{ role: "user", content: ${JSON.stringify(door.task)} }],`,
      "});",
      "console.log(messages.at(-1)?.text);",
      "await market.close();",
    ]),
  ],
});

/** https://developers.openai.com/api/docs/guides/tools-remote-mcp: OpenAI calls the server itself. */
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
      '  model: "gpt-5",',
      `  input: ${JSON.stringify(door.task)},`,
      "  tools: [",
      "    {",
      '      type: "mcp",',
      `      server_label: "${serverLabel}",`,
      `      server_url: ${JSON.stringify(door.mcpUrl)},`,
      `      authorization: process.env.${keyVariable},`,
      "      // Whatever else it wants to call, it has to ask you for.",
      `      require_approval: { never: { tool_names: ${JSON.stringify(readingTools)} } },`,
      "    },",
      "  ],",
      "});",
      "console.log(response.output_text);",
    ]),
  ],
});

/** https://platform.openai.com/docs/guides/function-calling: the code calls the server itself. */
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
      "  function: {",
      "    name: tool.name,",
      "    description: tool.description,",
      "    parameters: tool.inputSchema,",
      "  },",
      "}));",
      "",
      "const openai = new OpenAI();",
      `const messages = [{ role: "user", content: ${JSON.stringify(door.task)} }];`,
      "for (;;) {",
      '  const request = { model: "gpt-5", messages, tools };',
      "  const { message } = (await openai.chat.completions.create(request)).choices[0];",
      "  messages.push(message);",
      "  if (!message.tool_calls?.length) break;",
      "  for (const { id, function: call } of message.tool_calls) {",
      "    const wish = { name: call.name, arguments: JSON.parse(call.arguments) };",
      "    const { content } = await market.callTool(wish);",
      '    messages.push({ role: "tool", tool_call_id: id, content: JSON.stringify(content) });',
      "  }",
      "}",
      "console.log(messages.at(-1).content);",
      "await market.close();",
    ]),
  ],
});
