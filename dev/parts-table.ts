/** The parts that no variable replaces: how each is started, and what the children call it by. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { localModel } from "../platform/embeddings/model-config.ts";
import { embeddingsUrl, startEmbeddings } from "./parts/embeddings.ts";
import { startIdentity } from "./parts/identity.ts";
import { startMail } from "./parts/mail.ts";
import { natsUrl, startNats } from "./parts/nats.ts";
import { databaseUrl, startPostgres } from "./parts/postgres.ts";
import { loopbackUrl, type StartedPart } from "./parts/process.ts";
import type { Secrets } from "./secrets.ts";
import type { Part, Settings } from "./settings.ts";
import { startPayments } from "./stripe/start.ts";

const CLIENT_ID = "dataset-market";
/** This address, when used to sign in at the embedded provider, is an administrator. */
const ADMIN_EMAILS = "admin@example.com";

export type PartStart = {
  part: Part;
  /** For people. */
  address: string;
  /** Variables added to the children's environment; known before the part runs. */
  variables: Record<string, string>;
  /** Resolves once it answers; null where there is nothing to run. */
  start(): Promise<StartedPart | null>;
};

/** One entry for each part that must be started. */
export function partsToStart(
  settings: Settings,
  secrets: Secrets,
  onProgress: (line: string) => void,
): PartStart[] {
  const { ports, dataDir, cacheDir } = settings;
  const logFile = (name: string) => logFileOf(settings, name);
  const postgres = databaseUrl(ports.postgres);
  const nats = natsUrl(ports.nats);
  const issuer = loopbackUrl(ports.identity);
  const mail = loopbackUrl(ports.mail);
  const payments = loopbackUrl(ports.payments);
  const embeddings = embeddingsUrl(ports.embeddings);
  const storage = join(dataDir, "storage");
  const table: PartStart[] = [
    {
      part: "postgres",
      address: postgres,
      variables: { DATABASE_URL: postgres },
      start() {
        const folder = join(dataDir, "postgres");
        return startPostgres({
          port: ports.postgres,
          dataDir: folder,
          logFile: logFile("postgres"),
        });
      },
    },
    {
      part: "nats",
      address: nats,
      variables: { NATS_URL: nats },
      start() {
        const storeDir = join(dataDir, "nats");
        const options = { port: ports.nats, storeDir, cacheDir, logFile: logFile("nats") };
        return startNats({ ...options, onProgress });
      },
    },
    {
      part: "identity",
      address: issuer,
      variables: {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: secrets.OIDC_CLIENT_SECRET,
        ALLOW_INSECURE_LOOPBACK: "true",
      },
      start: () =>
        startIdentity({
          port: ports.identity,
          dataDir: join(dataDir, "identity"),
          logFile: logFile("identity"),
          clientId: CLIENT_ID,
          clientSecret: secrets.OIDC_CLIENT_SECRET,
          cookieSecret: secrets.IDENTITY_COOKIE_SECRET,
          redirectUris: [`${settings.publicBaseUrl}/auth/callback`],
        }),
    },
    {
      part: "mail",
      address: mail,
      variables: { RESEND_API_KEY: secrets.RESEND_API_KEY, RESEND_BASE_URL: mail },
      start() {
        const folder = join(dataDir, "mail");
        const options = { port: ports.mail, dataDir: folder, logFile: logFile("mail") };
        return startMail({ ...options, apiKey: secrets.RESEND_API_KEY });
      },
    },
    {
      part: "payments",
      address: payments,
      variables: {
        STRIPE_API_BASE_URL: payments,
        STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
        STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
      },
      start: () =>
        startPayments({
          port: ports.payments,
          dataDir: join(dataDir, "payments"),
          logFile: logFile("payments"),
          secretKey: secrets.STRIPE_SECRET_KEY,
          webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
          webhookUrl: `${settings.publicBaseUrl}/webhooks/stripe`,
        }),
    },
    {
      part: "storage",
      address: storage,
      variables: { STORAGE_SIGNING_SECRET: secrets.STORAGE_SIGNING_SECRET, STORAGE_DIR: storage },
      start: async () => null,
    },
    {
      part: "embeddings",
      address: embeddings,
      variables: {
        EMBEDDINGS_URL: embeddings,
        EMBEDDINGS_MODEL: localModel.name,
        EMBEDDINGS_LANGUAGE: "en",
      },
      start: () => startEmbeddings({ port: ports.embeddings, logFile: logFile("embeddings") }),
    },
  ];
  return table.filter(({ part }) => settings.replacedBy[part] === undefined);
}

/** Variables that the API and the workers need besides the addresses of the parts. */
export function commonVariables(settings: Settings, secrets: Secrets): Record<string, string> {
  return {
    PUBLIC_BASE_URL: settings.publicBaseUrl,
    HOST: "127.0.0.1",
    API_PORT: String(settings.ports.api),
    MCP_PORT: String(settings.ports.mcp),
    MCP_PUBLIC_URL: settings.mcpPublicUrl,
    MCP_API_URL: `http://127.0.0.1:${settings.ports.api}`,
    AGENT_TOKEN_SECRET: secrets.AGENT_TOKEN_SECRET,
    SESSION_SECRET: secrets.SESSION_SECRET,
    APPROVAL_SECRET: secrets.APPROVAL_SECRET,
    WEBHOOK_SECRET: secrets.WEBHOOK_SECRET,
    STORED_SECRETS_KEYS: secrets.STORED_SECRETS_KEYS,
    RECEIPT_KEYS: secrets.RECEIPT_KEYS,
    QUERY_URL: `http://127.0.0.1:${settings.ports.query}`,
    QUERY_PORT: String(settings.ports.query),
    QUERY_SECRET: secrets.QUERY_SECRET,
    ADMIN_EMAILS,
    WORK_DIR: join(settings.dataDir, "work"),
    // Half of the cores, because the stack and the developer's own work share the machine.
    PROFILE_CONCURRENCY: String(Math.max(1, Math.min(4, availableParallelism() >> 1))),
    // After Ctrl-C, a job delays the end at most this long; it runs again at the next start.
    WORKER_DRAIN_SECONDS: "5",
    // A job interrupted by a kill is resumed this soon.
    JOB_ACK_WAIT_SECONDS: "10",
  };
}

/** The log file of a part or a child. */
export function logFileOf(settings: Settings, name: string): string {
  return join(settings.dataDir, "logs", `${name}.log`);
}
