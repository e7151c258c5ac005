/** `server.json`: the service's entry for the MCP registry, which the operator publishes. */
import { createHash } from "node:crypto";
import { type Service, serviceSummary, serviceTitle, serviceVersion } from "../../service.ts";
import { discoveryPaths as paths } from "../vocabulary.ts";
import { registryName } from "./program-files.ts";

const keyWords =
  "An operator's API key (to buy, bid and write) or an agent's token (to sell). Searching, previews " +
  "and free downloads need none.";

/**
 * Describes the hosted endpoint. The registry accepts bundles only from releases on GitHub and
 * GitLab and refuses entries with other `packages`, so our bundle is named in the free publisher
 * section.
 */
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
    _meta: {
      "io.modelcontextprotocol.registry/publisher-provided": {
        mcpb: {
          url: `${baseUrl}${paths.bundle}`,
          sha256: createHash("sha256").update(bundle).digest("hex"),
        },
      },
    },
  };
}
