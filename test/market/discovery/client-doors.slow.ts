/** Instructions to copy (files, commands and links), parsed as each client parses them. */
import { describe, expect, test } from "bun:test";
import { parseSync } from "oxc-parser";
import { parse as parseToml } from "smol-toml";
import { clientDoors } from "../../../market/discovery/connect/client-doors.ts";
import { addressesOf } from "../../../market/service.ts";

const baseUrl = "https://market.example";
const mcpUrl = `${baseUrl}/mcp`;
const addresses = { baseUrl, mcpUrl };
const key = `dm_live_it's"$HOME\`\\`;
const keyed = clientDoors(addresses, key);
const open = clientDoors(addresses);

function snippet(doors: typeof keyed, id: string, way: string, language?: string): string {
  const found = doors
    .find((door) => door.id === id)
    ?.snippets.find((one) => one.way === way && (language ?? one.language) === one.language);
  if (found === undefined) throw new Error(`${id} has no snippet for ${way}`);
  return found.text;
}

const json = (id: string, way: string) => JSON.parse(snippet(keyed, id, way));
const headers = { Authorization: `Bearer ${key}` };

/** The arguments that a program gets when a shell runs the command. */
function wordsOf(command: string): string[] {
  const script = `claude() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout, exitCode } = Bun.spawnSync(["bash", "-c", script]);
  expect(exitCode).toBe(0);
  return stdout.toString().split("\0").slice(0, -1);
}

describe("the snippets", () => {
  test("are only the address if a client takes nothing else", () => {
    for (const id of ["claude", "chatgpt"]) {
      expect(snippet(keyed, id, "sign-in")).toBe(mcpUrl);
      expect(keyed.find((door) => door.id === id)?.snippets).toHaveLength(1);
    }
  });

  test("are a command whose words Claude Code gets whole, whatever the key holds", () => {
    const start = ["mcp", "add", "--scope", "user", "--transport", "http"];
    const server = ["dataset-market", mcpUrl];
    expect(wordsOf(snippet(keyed, "claude-code", "sign-in"))).toEqual([...start, ...server]);
    expect(wordsOf(snippet(keyed, "claude-code", "key"))).toEqual([
      ...start,
      ...server,
      "--header",
      `Authorization: Bearer ${key}`,
    ]);
  });

  test("are Cursor's file, with the key as a header", () => {
    const file = (server: object) => ({ mcpServers: { "dataset-market": server } });
    expect(json("cursor", "sign-in")).toEqual(file({ url: mcpUrl }));
    expect(json("cursor", "key")).toEqual(file({ url: mcpUrl, headers }));
  });

  test("are VS Code's file, which asks for the key and does not hold it", () => {
    const server = { type: "http", url: mcpUrl };
    expect(json("vs-code", "sign-in")).toEqual({ servers: { "dataset-market": server } });
    const file = json("vs-code", "key");
    expect(file.inputs).toMatchObject([{ type: "promptString", password: true }]);
    expect(file.servers["dataset-market"]).toEqual({
      ...server,
      headers: { Authorization: `Bearer \${input:${file.inputs[0].id}}` },
    });
    expect(JSON.stringify(file)).not.toContain("dm_live_");
  });

  test("are Gemini CLI's file, where `httpUrl` means streamable HTTP", () => {
    const file = (server: object) => ({ mcpServers: { "dataset-market": server } });
    expect(json("gemini-cli", "sign-in")).toEqual(file({ httpUrl: mcpUrl }));
    expect(json("gemini-cli", "key")).toEqual(file({ httpUrl: mcpUrl, headers }));
  });

  test("are Codex's TOML, which names a variable, and the line that sets it", () => {
    const file = (server: Record<string, string>) => ({
      mcp_servers: { "dataset-market": server },
    });
    const toml = (way: string) => parseToml(snippet(keyed, "codex", way, "toml"));
    expect(toml("sign-in")).toEqual(file({ url: mcpUrl }));
    const bearer_token_env_var = "DATASET_MARKET_KEY";
    expect(toml("key")).toEqual(file({ url: mcpUrl, bearer_token_env_var }));
    const command = `${snippet(keyed, "codex", "key", "shell")}; claude "$DATASET_MARKET_KEY"`;
    expect(wordsOf(command)).toEqual([key]);
  });

  test("are Claude Desktop's file, which starts the package of this very service", () => {
    const server = json("local", "key").mcpServers["dataset-market"];
    expect(server.command).toBe("npx");
    expect(server.args).toEqual(["-y", `${baseUrl}/connect/dataset-market-mcp.tgz`]);
    expect(server.env).toEqual({ DATASET_MARKET_KEY: key });
  });

  test("are modules without a fault in their syntax, which hold no key", () => {
    const modules = keyed.flatMap(({ snippets }) =>
      snippets.filter(({ language }) => language === "typescript"),
    );
    expect(modules).toHaveLength(3);
    for (const { place, text } of modules) {
      expect({ place, errors: parseSync(place, text).errors }).toEqual({ place, errors: [] });
      expect(text).toContain(mcpUrl);
      expect(text).not.toContain("dm_live_");
    }
  });
});

describe("the links", () => {
  test("open Cursor with the server's name and configuration", () => {
    const [link] = keyed.find(({ id }) => id === "cursor")?.links ?? [];
    const url = new URL(String(link?.href));
    expect(`${url.protocol}//${url.host}${url.pathname}`).toBe(
      "cursor://anysphere.cursor-deeplink/mcp/install",
    );
    expect(url.searchParams.get("name")).toBe("dataset-market");
    const config = Buffer.from(String(url.searchParams.get("config")), "base64").toString();
    expect(JSON.parse(config)).toEqual({ url: mcpUrl });
  });

  test("open VS Code with the server's configuration", () => {
    const [link] = keyed.find(({ id }) => id === "vs-code")?.links ?? [];
    const url = new URL(String(link?.href));
    expect(`${url.protocol}${url.pathname}`).toBe("vscode:mcp/install");
    const config = JSON.parse(decodeURIComponent(url.search.slice(1)));
    expect(config).toEqual({ name: "dataset-market", type: "http", url: mcpUrl });
  });

  test("hold no key, since links are kept in histories", () => {
    const links = (doors: typeof keyed) => doors.flatMap((door) => door.links);
    expect(links(keyed)).toEqual(links(open));
    expect(links(keyed)).toHaveLength(3);
  });
});

test("without a key its place is named, and the two differ in nothing else", () => {
  expect(snippet(open, "claude-code", "key")).toContain("Bearer YOUR_API_KEY");
  const plain = JSON.stringify(clientDoors(addresses, "PLAIN"));
  expect(plain.replaceAll("PLAIN", "YOUR_API_KEY")).toBe(JSON.stringify(open));
});

test("the address is the configured one, or that of the service", () => {
  const PUBLIC_BASE_URL = baseUrl;
  expect(addressesOf({ PUBLIC_BASE_URL, MCP_PUBLIC_URL: undefined })).toEqual(addresses);
  const elsewhere = "https://mcp.example";
  const other = addressesOf({ PUBLIC_BASE_URL, MCP_PUBLIC_URL: elsewhere });
  expect(other).toEqual({ baseUrl, mcpUrl: elsewhere });
});
