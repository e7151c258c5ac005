/** `server.json`: the service's entry for the MCP registry, to be published by its operator. */
import { createHash } from "node:crypto";
import { type Service, serviceSummary, serviceTitle, serviceVersion } from "../../service.ts";
import { discoveryPaths as paths } from "../vocabulary.ts";
import { registryName } from "./program-files.ts";

const keyWords =
  "An operator's API key (to buy, bid and write) or an agent's token (to sell). Searching, previews " +
  "and free downloads need none.";

/**
 * The hosted endpoint. The registry takes bundles from releases on GitHub and GitLab alone and refuses an
 * entry whose `packages` lie elsewhere, so ours is named where publishers may say what they like.
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
