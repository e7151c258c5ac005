/** `server.json`: the service's entry for the MCP registry, to be published by its operator. */
import { createHash } from "node:crypto";
import { keyVariable } from "../connect/snippet.ts";
import {
  discoveryPaths as paths,
  type Service,
  serviceSummary,
  serviceTitle,
  serviceVersion,
} from "../service.ts";
import { registryName, urlVariable } from "./program-files.ts";

const keyWords =
  "An operator's API key (to buy, bid and write) or an agent's token (to sell). Searching, previews " +
  "and free downloads need none.";

/** The hosted endpoint first; the bundle runs locally and hands all to it. */
export function registryEntry(service: Service, bundle: Uint8Array) {
  const { baseUrl, mcpUrl } = service;
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registryName(service),
    title: serviceTitle,
    description: serviceSummary,
    version: serviceVersion,
    websiteUrl: `${baseUrl}${paths.connect}`,
    icons: [{ src: `${baseUrl}/assets/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
    remotes: [
      {
        type: "streamable-http",
        url: mcpUrl,
        headers: [
          {
            name: "Authorization",
            description: `\`Bearer\` and a key. ${keyWords}`,
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
    packages: [
      {
        registryType: "mcpb",
        identifier: `${baseUrl}${paths.bundle}`,
        version: serviceVersion,
        fileSha256: createHash("sha256").update(bundle).digest("hex"),
        transport: { type: "stdio" },
        environmentVariables: [
          { name: keyVariable, description: keyWords, isRequired: false, isSecret: true },
          {
            name: urlVariable,
            description: "Address of the marketplace's MCP endpoint.",
            isRequired: false,
            default: mcpUrl,
          },
        ],
      },
    ],
  };
}
