/** Starts the parts that no variable replaces, side by side, and gives the children's environment. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startEmbeddings } from "./parts/embeddings.ts";
import { startIdentity } from "./parts/identity.ts";
import { startMail } from "./parts/mail.ts";
import { startNats } from "./parts/nats.ts";
import { startPostgres } from "./parts/postgres.ts";
import type { StartedPart } from "./parts/process.ts";
import type { Secrets } from "./secrets.ts";
import type { Part, Settings } from "./settings.ts";
import { startPayments } from "./stripe/start.ts";

const CLIENT_ID = "dataset-market";
/** Whoever signs in so at the embedded provider is an administrator. */
const ADMIN_EMAILS = "admin@example.com";

export type PartStart = {
  part: Part;
  /** Starts it; gives its address for people, and what the children's environment gains. */
  start(): Promise<{
    started?: StartedPart;
    address: string;
    variables: Record<string, string>;
  }>;
};

/** One entry for each part that has to be started. */
export function partsToStart(
  settings: Settings,
  secrets: Secrets,
  onProgress: (line: string) => void,
): PartStart[] {
  const { ports, dataDir, cacheDir } = settings;
  const logFile = (name: string) => logFileOf(settings, name);
  const table: PartStart[] = [
    {
      part: "postgres",
      async start() {
        const folder = join(dataDir, "postgres");
        const options = { port: ports.postgres, dataDir: folder, logFile: logFile("postgres") };
        const started = await startPostgres(options);
        return { started, address: started.url, variables: { DATABASE_URL: started.url } };
      },
    },
    {
      part: "nats",
      async start() {
        const storeDir = join(dataDir, "nats");
        const options = { port: ports.nats, storeDir, cacheDir, logFile: logFile("nats") };
        const started = await startNats({ ...options, onProgress });
        return { started, address: started.url, variables: { NATS_URL: started.url } };
      },
    },
    {
      part: "identity",
      async start() {
        const started = await startIdentity({
          port: ports.identity,
          dataDir: join(dataDir, "identity"),
          logFile: logFile("identity"),
          clientId: CLIENT_ID,
          clientSecret: secrets.OIDC_CLIENT_SECRET,
          cookieSecret: secrets.IDENTITY_COOKIE_SECRET,
          redirectUris: [`${settings.publicBaseUrl}/auth/callback`],
        });
        return { started, address: started.issuer, variables: identityVariables(started, secrets) };
      },
    },
    {
      part: "mail",
      async start() {
        const folder = join(dataDir, "mail");
        const options = { port: ports.mail, dataDir: folder, logFile: logFile("mail") };
        const started = await startMail({ ...options, apiKey: secrets.RESEND_API_KEY });
        const key = { RESEND_API_KEY: secrets.RESEND_API_KEY };
        return {
          started,
          address: started.url,
          variables: { ...key, RESEND_BASE_URL: started.url },
        };
      },
    },
    {
      part: "payments",
      async start() {
        const started = await startPayments({
          port: ports.payments,
          dataDir: join(dataDir, "payments"),
          logFile: logFile("payments"),
          secretKey: secrets.STRIPE_SECRET_KEY,
          webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
          webhookUrl: `${settings.publicBaseUrl}/webhooks/stripe`,
        });
        return { started, address: started.url, variables: paymentVariables(started, secrets) };
      },
    },
    {
      part: "storage",
      async start() {
        const folder = join(dataDir, "storage");
        const signing = { STORAGE_SIGNING_SECRET: secrets.STORAGE_SIGNING_SECRET };
        return { address: folder, variables: { ...signing, STORAGE_DIR: folder } };
      },
    },
    {
      part: "embeddings",
      async start() {
        const started = await startEmbeddings({
          port: ports.embeddings,
          logFile: logFile("embeddings"),
        });
        return { started, address: started.url, variables: embeddingsVariables(started) };
      },
    },
  ];
  return table.filter(({ part }) => settings.replacedBy[part] === undefined);
}

function identityVariables(started: { issuer: string }, secrets: Secrets) {
  return {
    OIDC_ISSUER: started.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: secrets.OIDC_CLIENT_SECRET,
    ALLOW_INSECURE_LOOPBACK: "true",
  };
}

function paymentVariables(started: { url: string }, secrets: Secrets) {
  return {
    STRIPE_API_BASE_URL: started.url,
    STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
  };
}

function embeddingsVariables(started: { url: string; model: string }) {
  return {
    EMBEDDINGS_URL: started.url,
    EMBEDDINGS_MODEL: started.model,
    EMBEDDINGS_LANGUAGE: "en",
  };
}

/** What the API and the workers need besides the addresses of the parts. */
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
    QUERY_URL: `http://127.0.0.1:${settings.ports.query}`,
    QUERY_PORT: String(settings.ports.query),
    QUERY_SECRET: secrets.QUERY_SECRET,
    ADMIN_EMAILS,
    WORK_DIR: join(settings.dataDir, "work"),
    // Half of the cores: the rest of the stack and the developer's own work share the machine.
    PROFILE_CONCURRENCY: String(Math.max(1, Math.min(4, availableParallelism() >> 1))),
    // Whoever presses Ctrl-C waits no longer than this for a job; it runs again at the next start.
    WORKER_DRAIN_SECONDS: "5",
    // A job that a kill cut is taken up again this soon.
    JOB_ACK_WAIT_SECONDS: "10",
  };
}

/** Where a part or a child logs. */
export function logFileOf(settings: Settings, name: string): string {
  return join(settings.dataDir, "logs", `${name}.log`);
}
