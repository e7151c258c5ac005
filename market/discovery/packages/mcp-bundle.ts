/** The local MCP server as an MCP bundle (`.mcpb`), which desktop clients install directly. */
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import {
  type Service,
  serviceName,
  serviceSummary,
  serviceTitle,
  serviceVersion,
} from "../../service.ts";
import { keyVariable } from "../connect/snippet.ts";
import { discoveryPaths as paths } from "../vocabulary.ts";
import { nodeVersions, programOf, readMe, urlVariable } from "./program-files.ts";

const packedAt = new Date("2026-01-01T00:00:00Z");

/**
 * Manifest 0.3 of https://github.com/modelcontextprotocol/mcpb, the newest that clients install.
 */
function manifest({ baseUrl, mcpUrl }: Service) {
  return {
    manifest_version: "0.3",
    name: serviceName,
    display_name: serviceTitle,
    version: serviceVersion,
    description: serviceSummary,
    author: { name: serviceTitle, url: baseUrl },
    homepage: baseUrl,
    documentation: `${baseUrl}${paths.connect}`,
    license: "MIT",
    keywords: ["datasets", "marketplace"],
    server: {
      type: "node",
      entry_point: "server/main.mjs",
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/server/main.mjs`],
        env: { [urlVariable]: `\${user_config.address}`, [keyVariable]: `\${user_config.key}` },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: nodeVersions } },
    user_config: {
      address: {
        type: "string",
        title: "Address",
        description: "Of the marketplace's MCP endpoint.",
        default: mcpUrl,
        required: true,
      },
      key: {
        type: "string",
        title: "API key",
        description: `Made at ${baseUrl}/account/keys; to search and preview none is needed.`,
        sensitive: true,
        required: false,
      },
    },
  };
}

export async function mcpBundle(service: Service): Promise<Uint8Array<ArrayBuffer>> {
  const program = await programOf(service);
  const files = [
    { path: "manifest.json", content: JSON.stringify(manifest(service), null, 2) },
    { path: "README.md", content: readMe(service) },
    ...program.map(({ path, content }) => ({ path: `server/${path}`, content })),
  ];
  const archive = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const { path, content } of files) {
    await archive.add(path, new TextReader(content), {
      lastModDate: packedAt,
      extendedTimestamp: false,
    });
  }
  return new Uint8Array(await archive.close());
}
