/**
 * Where the embedded stack listens and stores its data, and which parts are replaced by real ones.
 */
import { join, resolve } from "node:path";

type Environment = Record<string, string | undefined>;

/** Offsets from `PORT_BASE`. */
const portOffsets = {
  api: 0,
  mcp: 1,
  identity: 2,
  mail: 3,
  payments: 4,
  postgres: 5,
  nats: 6,
  embeddings: 7,
  query: 8,
  api_metrics: 10,
  workers_metrics: 11,
  mcp_metrics: 12,
} as const;

export type PortName = keyof typeof portOffsets;
export type Part =
  | "postgres"
  | "nats"
  | "storage"
  | "identity"
  | "mail"
  | "payments"
  | "embeddings";

/** A part is skipped if one of its variables is set, which then names the real one. */
const replacingVariables: Record<Part, string[]> = {
  postgres: ["DATABASE_URL"],
  nats: ["NATS_URL"],
  storage: ["S3_BUCKET", "S3_ENDPOINT"],
  identity: ["OIDC_ISSUER"],
  mail: ["RESEND_API_KEY"],
  payments: ["STRIPE_SECRET_KEY"],
  embeddings: ["EMBEDDINGS_URL"],
};

export type Settings = {
  repositoryDir: string;
  dataDir: string;
  cacheDir: string;
  portBase: number;
  ports: Record<PortName, number>;
  publicBaseUrl: string;
  mcpPublicUrl: string;
  /** The variable that replaces a part, for replaced parts. */
  replacedBy: Partial<Record<Part, string>>;
  loadsCatalogue: boolean;
  /** The demo files to load; null means all. */
  demoFiles: ReadonlySet<string> | null;
};

const PORT_BASE_DEFAULT = 4000;
const PORT_BASE_MAX = 65_500;

/** What `--help` says about them. */
export const settingsInWords: readonly (readonly [name: string, meaning: string])[] = [
  [
    "PORT_BASE",
    `the first port, of up to ${Math.max(...Object.values(portOffsets)) + 1} (${PORT_BASE_DEFAULT})`,
  ],
  ["DATA_DIR", "where data and logs are kept (.data)"],
  ["DEMO_CATALOGUE", "false: starts without the demo catalogue"],
  ["DEMO_FILES", "only these demo files, with commas"],
  ["PUBLIC_BASE_URL", "the address of the site and the API (http://localhost:PORT_BASE)"],
  ...Object.entries(replacingVariables).map(
    ([part, [name = ""]]) => [name, `a real part instead of the stand-in: ${part}`] as const,
  ),
  ["...", "docs/configuration.md and .env.example have all"],
];

/** Reads the settings. Throws if `PORT_BASE` leaves no room for all ports. */
export function readSettings(env: Environment): Settings {
  const repositoryDir = join(import.meta.dir, "..");
  const portBase = env.PORT_BASE ? Number(env.PORT_BASE) : PORT_BASE_DEFAULT;
  if (!Number.isInteger(portBase) || portBase < 1 || portBase > PORT_BASE_MAX) {
    throw new Error(`PORT_BASE is "${env.PORT_BASE}": give a number from 1 to ${PORT_BASE_MAX}.`);
  }
  const dataDir = resolve(repositoryDir, env.DATA_DIR || ".data");
  const portOf = (name: PortName) => portBase + portOffsets[name];
  const replacedBy: Settings["replacedBy"] = {};
  for (const [part, variables] of Object.entries(replacingVariables) as [Part, string[]][]) {
    const variable = variables.find((name) => env[name]);
    if (variable !== undefined) replacedBy[part] = variable;
  }
  return {
    repositoryDir,
    dataDir,
    cacheDir: join(repositoryDir, ".data/cache"),
    portBase,
    ports: {
      api: portOf("api"),
      mcp: portOf("mcp"),
      identity: portOf("identity"),
      mail: portOf("mail"),
      payments: portOf("payments"),
      postgres: portOf("postgres"),
      nats: portOf("nats"),
      embeddings: portOf("embeddings"),
      query: portOf("query"),
      api_metrics: portOf("api_metrics"),
      workers_metrics: portOf("workers_metrics"),
      mcp_metrics: portOf("mcp_metrics"),
    },
    publicBaseUrl: (env.PUBLIC_BASE_URL || `http://localhost:${portBase}`).replace(/\/$/, ""),
    mcpPublicUrl: (env.MCP_PUBLIC_URL || `http://localhost:${portOf("mcp")}/mcp`).replace(
      /\/$/,
      "",
    ),
    replacedBy,
    // The demo owner can sign in only at our provider, and must not receive real mail.
    demoFiles: env.DEMO_FILES ? new Set(env.DEMO_FILES.split(",")) : null,
    loadsCatalogue: env.DEMO_CATALOGUE !== "false" && !replacedBy.identity && !replacedBy.mail,
  };
}
