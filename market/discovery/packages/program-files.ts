/** The files of the local MCP server that forwards to this service, with the service's address. */
import { readFile } from "node:fs/promises";
import {
  type Service,
  serviceName,
  serviceSummary,
  serviceTitle,
  serviceVersion,
} from "../../service.ts";
import { keyVariable } from "../connect/snippet.ts";
import { discoveryPaths as paths } from "../vocabulary.ts";

export type PackedFile = { path: string; content: string };

/** The name of the package and of its program. */
const packageName = `${serviceName}-mcp`;
export const urlVariable = "DATASET_MARKET_URL";
/** The program needs `fetch` and async iteration over its bodies. */
export const nodeVersions = ">=18.17";

const programFiles = ["main.mjs", "settings.mjs", "exchange.mjs", "events.mjs"];

/** The files of every package: the program, and the configuration with the service's address. */
export async function programOf({ mcpUrl }: Pick<Service, "mcpUrl">): Promise<PackedFile[]> {
  const files = await Promise.all(
    programFiles.map(async (path) => ({
      path,
      content: await readFile(new URL(`./program/${path}`, import.meta.url), "utf8"),
    })),
  );
  const service = JSON.stringify({ url: mcpUrl, version: serviceVersion });
  return [...files, { path: "service.json", content: service }];
}

/** The npm manifest; `mcpName` links it to its entry in the MCP registry. */
export function packageJson(service: Service): string {
  const description = {
    name: packageName,
    version: serviceVersion,
    description: serviceSummary,
    mcpName: registryName(service),
    homepage: `${service.baseUrl}${paths.connect}`,
    license: "MIT",
    type: "module",
    bin: { [packageName]: "main.mjs" },
    files: ["*.mjs", "service.json"],
    engines: { node: nodeVersions },
  };
  return JSON.stringify(description, null, 2);
}

export function readMe({ baseUrl, mcpUrl }: Service): string {
  return `# ${serviceTitle}: local MCP server

Hands every message from standard input to ${mcpUrl} and back. It has no dependency and knows no tool
of its own. Clients that reach the address themselves need no such program: ${baseUrl}${paths.connect}

| Variable | |
|---|---|
| \`${keyVariable}\` | an API key of ${baseUrl}/account/keys, or an agent's token; searching and previews need none |
| \`${urlVariable}\` | another address than ${mcpUrl} |
`;
}

/** The domain in reverse, as the MCP registry names servers. */
export function registryName({ domain }: Pick<Service, "domain">): string {
  return `${domain.split(".").reverse().join(".")}/${serviceName}`;
}
