/**
 * JSON Schemas for the discovery documents, written from each specification's requirements;
 * `$comment` names the source. Descriptions and examples are left out.
 */

type Schema = Record<string, unknown>;

const text = { type: "string", minLength: 1 };
const address = { type: "string", format: "uri" };
const texts = { type: "array", items: text };

const object = (required: Record<string, unknown>, optional: Record<string, unknown> = {}) => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const closed = (required: Record<string, unknown>, optional: Record<string, unknown> = {}) => ({
  ...object(required, optional),
  additionalProperties: false,
});

const header = closed(
  { name: text },
  {
    description: text,
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
    value: { type: "string" },
    default: { type: "string" },
    placeholder: { type: "string" },
    format: { enum: ["boolean", "filepath", "number", "string"] },
    choices: texts,
    variables: { type: "object" },
  },
);

const remote = closed(
  {
    type: { enum: ["sse", "streamable-http"] },
    url: { type: "string", pattern: "^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$" },
  },
  {
    headers: { type: "array", items: header },
    supportedProtocolVersions: texts,
    variables: { type: "object" },
  },
);

const keyValue = object(
  { name: text },
  {
    description: text,
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
    value: { type: "string" },
    default: { type: "string" },
    placeholder: { type: "string" },
    choices: texts,
    format: { enum: ["string", "number", "boolean", "filepath"] },
  },
);

const transport = {
  oneOf: [
    object({ type: { const: "stdio" } }),
    object({ type: { const: "streamable-http" }, url: { type: "string" } }),
    object({ type: { const: "sse" }, url: address }),
  ],
};

/** The registry refuses bundles at any other host when they are published. */
const releaseOfForge = {
  type: "string",
  pattern: "^https://(github\\.com/[^/]+/[^/]+/releases/download/|gitlab\\.com/).+$",
};

export const registryEntrySchema: Schema = {
  $comment:
    "modelcontextprotocol/registry server.schema.json (13760d0, 2025-12-11), ServerDetail; what the " +
    "official registry refuses besides: official-registry-requirements.md (1988d27)",
  ...closed(
    {
      name: {
        type: "string",
        minLength: 3,
        maxLength: 200,
        pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
      },
      description: { type: "string", minLength: 1, maxLength: 100 },
      version: { type: "string", maxLength: 255 },
    },
    {
      $schema: address,
      title: { type: "string", minLength: 1, maxLength: 100 },
      websiteUrl: address,
      repository: object({ url: address, source: text }),
      icons: {
        type: "array",
        items: closed(
          { src: { ...address, maxLength: 255 } },
          {
            mimeType: { enum: ["image/png", "image/jpeg", "image/svg+xml", "image/webp"] },
            sizes: { type: "array", items: { type: "string", pattern: "^(\\d+x\\d+|any)$" } },
          },
        ),
      },
      remotes: {
        type: "array",
        items: closed(
          { type: { enum: ["sse", "streamable-http"] }, url: address },
          { headers: { type: "array", items: keyValue }, variables: { type: "object" } },
        ),
      },
      packages: {
        type: "array",
        items: closed(
          { registryType: { const: "mcpb" }, identifier: releaseOfForge, transport },
          {
            version: { type: "string", minLength: 1, maxLength: 255, not: { const: "latest" } },
            fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
            registryBaseUrl: address,
            runtimeHint: text,
            environmentVariables: { type: "array", items: keyValue },
          },
        ),
      },
      _meta: closed(
        {},
        { "io.modelcontextprotocol.registry/publisher-provided": { type: "object" } },
      ),
    },
  ),
};

const serverCard: Schema = {
  $comment: "modelcontextprotocol/experimental-ext-server-card schema.json (056d9f2), ServerCard",
  ...closed(
    {
      $schema: {
        const: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
      },
      name: {
        type: "string",
        minLength: 3,
        maxLength: 200,
        pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
      },
      version: { type: "string", maxLength: 255 },
      description: { type: "string", minLength: 1, maxLength: 100 },
    },
    {
      title: { type: "string", minLength: 1, maxLength: 100 },
      websiteUrl: address,
      icons: {
        type: "array",
        items: closed(
          { src: address },
          { mimeType: text, sizes: texts, theme: { enum: ["dark", "light"] } },
        ),
      },
      remotes: { type: "array", items: remote },
      repository: { type: "object" },
      _meta: { type: "object" },
    },
  ),
};

const catalogEntry = {
  ...object(
    { identifier: text, type: text },
    {
      displayName: text,
      url: address,
      data: {},
      description: text,
      tags: texts,
      version: text,
      updatedAt: { type: "string", format: "date-time" },
    },
  ),
  oneOf: [{ required: ["url"] }, { required: ["data"] }],
};

const aiCatalog: Schema = {
  $comment: "Agent-Card/ai-catalog specification/ai-catalog.md (0379c86), Top-Level Structure",
  ...object(
    {
      specVersion: { type: "string", pattern: "^\\d+\\.\\d+$" },
      entries: { type: "array", items: catalogEntry },
    },
    {
      host: object(
        { displayName: text },
        { identifier: text, documentationUrl: address, logoUrl: address },
      ),
    },
  ),
};

const mcpCatalog: Schema = {
  $comment: "modelcontextprotocol/experimental-ext-server-card docs/discovery.md (0867422)",
  ...object({
    specVersion: { const: "draft" },
    entries: {
      type: "array",
      items: object({
        identifier: { type: "string", pattern: "^urn:air:[^:]+(:[^:]+)+$" },
        displayName: text,
        type: { const: "application/mcp-server-card+json" },
        url: address,
      }),
    },
  }),
};

const linkTargets = {
  type: "array",
  minItems: 1,
  items: object({ href: address }, { type: text, title: text, hreflang: texts }),
};

const apiCatalog: Schema = {
  $comment: "RFC 9264 section 4.2 (application/linkset+json), as RFC 9727 section 4 uses it",
  ...closed({
    linkset: {
      type: "array",
      minItems: 1,
      items: { ...object({}, { anchor: address }), additionalProperties: linkTargets },
    },
  }),
};

const protectedResource: Schema = {
  $comment: "RFC 9728 section 2",
  ...object(
    { resource: { ...address, pattern: "^[^#]*$" } },
    {
      authorization_servers: { type: "array", items: address },
      scopes_supported: texts,
      bearer_methods_supported: { type: "array", items: { enum: ["header", "body", "query"] } },
      resource_name: text,
      resource_documentation: address,
    },
  ),
};

const securityScheme = {
  type: "object",
  maxProperties: 1,
  properties: {
    httpAuthSecurityScheme: closed({ scheme: text }, { bearerFormat: text, description: text }),
    oauth2SecurityScheme: closed(
      {
        flows: closed({
          authorizationCode: closed(
            { authorizationUrl: address, tokenUrl: address, scopes: { type: "object" } },
            { refreshUrl: address, pkceRequired: { const: true } },
          ),
        }),
      },
      { description: text, oauth2MetadataUrl: address },
    ),
  },
  additionalProperties: false,
};

const agentCard: Schema = {
  $comment: "A2A 1.0 specification, section 4.4.1 AgentCard",
  ...closed(
    {
      name: text,
      description: text,
      version: text,
      supportedInterfaces: {
        type: "array",
        minItems: 1,
        items: closed({ url: address, protocolBinding: text, protocolVersion: text }),
      },
      capabilities: { type: "object", additionalProperties: { type: "boolean" } },
      defaultInputModes: { ...texts, minItems: 1 },
      defaultOutputModes: { ...texts, minItems: 1 },
      skills: {
        type: "array",
        items: closed(
          { id: text, name: text, description: text, tags: texts },
          { examples: texts },
        ),
      },
    },
    {
      provider: closed({ organization: text, url: address }),
      documentationUrl: address,
      iconUrl: address,
      securitySchemes: { type: "object", additionalProperties: securityScheme },
    },
  ),
};

export const discoverySchemas = {
  apiCatalog,
  aiCatalog,
  agentCard,
  mcpCatalog,
  serverCard,
  protectedResource,
};
