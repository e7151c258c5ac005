/** Configuration snippets for programs with models. Sources: each program's own manual. */
import {
  addressAlone,
  bearer,
  type ClientDoor,
  type Door,
  exportKey,
  keyVariable,
  localServer,
  pretty,
  quoted,
  serverLabel,
} from "./snippet.ts";

/**
 * Custom connectors: https://support.claude.com/en/articles/11503834 (headers are not supported).
 */
export const claude = (door: Door): ClientDoor => ({
  id: "claude",
  name: "Claude (claude.ai and Desktop)",
  steps: [
    "Open Customize, Connectors, press the plus sign, and choose “Add custom connector”.",
    "Paste the address, and add it. Claude calls it over the internet, so it has to be public.",
    "Press “Connect”, sign in here, and set what your agent may spend.",
  ],
  links: [],
  snippets: [addressAlone(door)],
});

/** Any client that starts its servers itself; the bundle asks for the key at installation. */
export const localProgram = (door: Door): ClientDoor => ({
  id: "local",
  name: "Claude Desktop and other clients, by a program on your computer",
  steps: [
    "For a client that sends no header, or cannot reach the address itself: Node 18.17 or newer.",
    "Claude Desktop: open the bundle with it, and paste the key where it asks.",
    "Others: add the entry to their list of servers; Claude Desktop's is claude_desktop_config.json.",
  ],
  links: [{ label: "Download the bundle (.mcpb)", href: door.bundleUrl }],
  snippets: [
    {
      way: "key",
      place: "claude_desktop_config.json",
      language: "json",
      text: pretty({ mcpServers: { [serverLabel]: localServer(door) } }),
    },
  ],
});

/** https://code.claude.com/docs/en/mcp: options come before the name. */
export const claudeCode = (door: Door): ClientDoor => {
  const add = "claude mcp add --scope user --transport http";
  const authorization = quoted(`Authorization: ${bearer(door.key)}`);
  return {
    id: "claude-code",
    name: "Claude Code",
    steps: ["Run the command, then type /mcp in Claude Code and choose “Authenticate” to sign in."],
    links: [],
    snippets: [
      {
        way: "sign-in",
        place: "Terminal",
        language: "shell",
        text: `${add} ${serverLabel} ${quoted(door.mcpUrl)}`,
      },
      {
        way: "key",
        place: "Terminal",
        language: "shell",
        text: `${add} ${serverLabel} ${quoted(door.mcpUrl)} \\\n  --header ${authorization}`,
      },
    ],
  };
};

/** https://developers.openai.com/api/docs/guides/custom-mcp-server */
export const chatgpt = (door: Door): ClientDoor => ({
  id: "chatgpt",
  name: "ChatGPT",
  steps: [
    "Open Plugins on the web, press the plus sign, and choose “Add custom MCP server”.",
    "Paste the address as the server's, take OAuth as authentication, and “Create as a plugin”.",
    "Sign in here, and set what your agent may spend.",
  ],
  links: [],
  snippets: [addressAlone(door)],
});

/** https://cursor.com/docs/mcp and https://cursor.com/docs/mcp/install-links */
export const cursor = ({ mcpUrl, key }: Door): ClientDoor => {
  const place = "~/.cursor/mcp.json";
  const server = { url: mcpUrl };
  const config = Buffer.from(JSON.stringify(server)).toString("base64");
  const query = new URLSearchParams({ name: serverLabel, config });
  const file = (entry: object) => pretty({ mcpServers: { [serverLabel]: entry } });
  const headers = { Authorization: bearer(key) };
  return {
    id: "cursor",
    name: "Cursor",
    steps: ["Open the link, or write the file. Cursor asks you to sign in when it first connects."],
    links: [
      { label: "Add to Cursor", href: `cursor://anysphere.cursor-deeplink/mcp/install?${query}` },
    ],
    snippets: [
      { way: "sign-in", place, language: "json", text: file(server) },
      { way: "key", place, language: "json", text: file({ ...server, headers }) },
    ],
  };
};

/**
 * https://code.visualstudio.com/docs/agents/reference/mcp-configuration; VS Code prompts for the
 * key.
 */
export const vsCode = ({ mcpUrl }: Door): ClientDoor => {
  const place = ".vscode/mcp.json";
  const server = { type: "http", url: mcpUrl };
  const link = encodeURIComponent(JSON.stringify({ name: serverLabel, ...server }));
  const input = {
    type: "promptString",
    id: `${serverLabel}-key`,
    description: "API key of the Dataset Marketplace",
    password: true,
  };
  const headers = { Authorization: bearer(`\${input:${input.id}}`) };
  const keyed = { inputs: [input], servers: { [serverLabel]: { ...server, headers } } };
  return {
    id: "vs-code",
    name: "VS Code",
    steps: [
      "Open the link, or write the file. VS Code asks you to sign in when a tool needs it.",
      "With a key: VS Code asks for it once and keeps it, so that the file holds no secret.",
      "Sessions of Copilot's own agent leave out a server that asks for a key: sign in for those.",
    ],
    links: [{ label: "Add to VS Code", href: `vscode:mcp/install?${link}` }],
    snippets: [
      {
        way: "sign-in",
        place,
        language: "json",
        text: pretty({ servers: { [serverLabel]: server } }),
      },
      { way: "key", place, language: "json", text: pretty(keyed) },
    ],
  };
};

/**
 * https://geminicli.com/docs/tools/mcp-server: `httpUrl` means streamable HTTP, `url` SSE. Its
 * successor: https://antigravity.google/docs/cli/gcli-migration
 */
export const geminiCli = ({ mcpUrl, key }: Door): ClientDoor => {
  const place = "~/.gemini/settings.json";
  const file = (entry: object) => pretty({ mcpServers: { [serverLabel]: entry } });
  const headers = { Authorization: bearer(key) };
  return {
    id: "gemini-cli",
    name: "Gemini CLI",
    steps: [
      `Write the file, start Gemini CLI, and sign in with /mcp auth ${serverLabel}.`,
      "Personal Google accounts have Antigravity CLI instead, which takes over these servers;",
      `or add it there: agy mcp add ${serverLabel} ${mcpUrl}`,
    ],
    links: [],
    snippets: [
      { way: "sign-in", place, language: "json", text: file({ httpUrl: mcpUrl }) },
      { way: "key", place, language: "json", text: file({ httpUrl: mcpUrl, headers }) },
    ],
  };
};

/** https://developers.openai.com/codex/mcp; the file takes the name of a variable, not the key. */
export const codex = (door: Door): ClientDoor => {
  const place = "~/.codex/config.toml";
  const table = [`[mcp_servers.${serverLabel}]`, `url = ${JSON.stringify(door.mcpUrl)}`];
  const keyed = [...table, `bearer_token_env_var = "${keyVariable}"`];
  return {
    id: "codex",
    name: "Codex",
    steps: [`Write the file, then sign in with: codex mcp login ${serverLabel}.`],
    links: [],
    snippets: [
      { way: "sign-in", place, language: "toml", text: table.join("\n") },
      { way: "key", place, language: "toml", text: keyed.join("\n") },
      exportKey(door),
    ],
  };
};
