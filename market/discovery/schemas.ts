/** The wire shapes of the discovery documents, as far as their specifications define them. */
import { z } from "zod";
import { queryInteger } from "../text.ts";

const said = (description: string) => ({ description });
const address = z.url();
const text = z.string().min(1);

/** A named schema, because orval 7 generates none for an object in a union under `catchall`. */
const catalogLink = z
  .object({
    href: address.meta(said("Where the link leads.")),
    type: text.meta(said("Media type of what is there.")),
  })
  .catchall(z.string())
  .meta({ id: "CatalogLink", description: "A link of the API catalogue (RFC 9264)." });

const sitemapPagesMax = 5000;

export const sitemapQuery = z.strictObject({
  page: queryInteger(1, sitemapPagesMax)
    .optional()
    .meta({ description: "A page of the index, from 1." }),
});

const linkTargets = z.array(catalogLink);

export const apiCatalogView = z
  .object({
    linkset: z
      .array(
        z
          .object({ anchor: address.meta(said("The address that the links start from.")) })
          // Generated clients use one type for all members, including `anchor`.
          .catchall(z.union([linkTargets, text])),
      )
      .min(1)
      .meta(said("Contexts with their links by relation (RFC 9264).")),
  })
  .meta({ id: "ApiCatalog", description: "A linkset (RFC 9727)." });

const catalogEntry = z
  .object({
    identifier: z.string().startsWith("urn:air:").meta(said("Names the artefact for good.")),
    displayName: text.meta(said("Name for people.")),
    type: text.meta(said("Media type of the artefact.")),
    url: address.meta(said("Where the artefact is.")),
    description: text.optional().meta(said("A description.")),
    tags: z.array(text).min(1).optional().meta(said("Keywords.")),
  })
  .meta({ id: "CatalogEntry" });
const entries = z.array(catalogEntry).min(1).meta(said("The artefacts."));

export const aiCatalogView = z
  .object({
    specVersion: z.literal("1.0").meta(said("Version of the AI Catalog specification.")),
    host: z
      .object({
        displayName: text.meta(said("Name for people.")),
        identifier: text.meta(said("Domain of the service.")),
        documentationUrl: address.meta(said("The API reference.")),
      })
      .meta(said("Who publishes the catalog.")),
    entries,
  })
  .meta({ id: "AiCatalog", description: "An AI Catalog (ai-catalog.io)." });

export const mcpCatalogView = z
  .object({
    specVersion: z.literal("draft").meta(said("Version of the MCP catalog.")),
    entries,
  })
  .meta({ id: "McpCatalog", description: "MCP's catalog of servers." });

export const serverCardView = z
  .object({
    $schema: address.meta(said("The schema that the card fits.")),
    name: z
      .string()
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      .meta(said("Reverse domain and name.")),
    version: text.meta(said("Version of the server.")),
    title: text.meta(said("Name for people.")),
    description: text.max(100).meta(said("What the server does.")),
    websiteUrl: address.meta(said("The site.")),
    icons: z.array(z.record(z.string(), z.unknown())).meta(said("Pictures of the service.")),
    remotes: z
      .array(
        z.looseObject({
          type: z.literal("streamable-http").meta(said("Transport.")),
          url: address.meta(said("The endpoint.")),
          supportedProtocolVersions: z
            .array(z.iso.date())
            .min(1)
            .meta(said("Revisions of MCP, newest first.")),
        }),
      )
      .min(1)
      .meta(said("How to connect.")),
  })
  .meta({ id: "McpServerCard", description: "MCP's server card (SEP-2127)." });

export const agentCardView = z
  .looseObject({
    name: text.meta(said("Name for people.")),
    description: text.meta(said("What the service does, and how it is reached.")),
    version: text.meta(said("Version of the interface.")),
    supportedInterfaces: z
      .array(z.record(z.string(), z.string()))
      .min(1)
      .meta(said("MCP and REST, as custom bindings.")),
    skills: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .meta(said("The questions that it can answer.")),
  })
  .meta({ id: "AgentCard", description: "The service in the shape of A2A's agent card." });

export const protectedResourceView = z
  .object({
    resource: address.meta(said("The resource that the tokens open.")),
    resource_name: text.meta(said("Name for people.")),
    resource_documentation: address.meta(said("The API reference.")),
    authorization_servers: z
      .array(address)
      .meta(said("The marketplace itself; API keys and agent tokens need none.")),
    scopes_supported: z.array(text).meta(said("The scopes that a token can have.")),
    bearer_methods_supported: z.array(z.literal("header")).meta(said("Where a token goes.")),
    dpop_signing_alg_values_supported: z
      .array(text)
      .meta(said("Algorithms of DPoP proofs (RFC 9449).")),
    dpop_bound_access_tokens_required: z
      .literal(false)
      .meta(said("A client may ask for tokens that are bound to its key.")),
  })
  .meta({ id: "ProtectedResource", description: "Protected resource metadata (RFC 9728)." });

export const receiptKeysView = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.literal("OKP").meta(said("Kind of key.")),
          crv: z.literal("Ed25519").meta(said("Curve.")),
          x: text.meta(said("The public key, in base64url.")),
          kid: text.meta(said("Its thumbprint (RFC 7638); a receipt's header names it.")),
          use: z.literal("sig").meta(said("It signs.")),
          alg: z.literal("EdDSA").meta(said("Algorithm.")),
        }),
      )
      .min(1)
      .meta(said("The key that signs now, then former ones.")),
  })
  .meta({ id: "ReceiptKeys", description: "A JWK Set (RFC 7517)." });
