/**
 * The configuration of every process, read once from the environment by a `main.ts`. Missing or
 * wrong variables cause one error that lists every fault; no secret has a default.
 */
import { z } from "zod";
import { embeddingsVariables } from "./embeddings/variables.ts";
import {
  busAddresses,
  databaseAddress,
  databaseAddresses,
  emailList,
  nameList,
  plainAddress,
  port,
  portRange,
  publicAddress,
} from "./environment-lists.ts";
import {
  type EnvironmentVariables,
  missingFaults,
  noStoreFault,
  sizeFaults,
  storeFaults,
} from "./joint-faults.ts";
import { lawVariables } from "./law-config.ts";
import { rateLimitVariables } from "./limits/variables.ts";
import { PartTrouble } from "./part-trouble.ts";
import { receiptKeys } from "./receipts/receipt-keys.ts";
import { type SecretList, secretsOf } from "./secrets/secret-list.ts";
import { storedSecretsKeys } from "./secrets/stored-secret.ts";
import { telemetryVariables } from "./telemetry/variables.ts";
import { daySeconds, hourSeconds } from "./time.ts";

const secrets = secretsOf(z.string().min(32, "a secret has at least 32 characters"));
const positiveInteger = z.coerce.number().int().positive();
const address = z.url().transform((url) => url.replace(/\/$/, ""));
const flag = z.enum(["true", "false"]).transform((value) => value === "true");

export const environmentSchema = z.object({
  /**
   * Public address of API and site: `https://`, a host, and a port if needed; no path.
   */
  PUBLIC_BASE_URL: publicAddress,
  /** Public address of the MCP server; default: `PUBLIC_BASE_URL/mcp`. */
  MCP_PUBLIC_URL: address.optional(),
  /** Address on which processes listen. */
  HOST: z.string().default("0.0.0.0"),
  /** Port of API, site and (with the disk store) signed URLs. */
  API_PORT: port.default(4000),
  /**
   * Port of `/metrics`, `/health/live` and `/health/ready`. Of a range such as `4010-4019` each
   * process takes the first free port and logs it as `metricsPort`.
   */
  METRICS_PORT: portRange,
  /**
   * Number of proxies before the API that append to `X-Forwarded-For`; no other such header is
   * read.
   */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /**
   * How long API, MCP, query processes and the model serve after SIGTERM while readiness reports
   * 503.
   */
  LAME_DUCK_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  /** `trace`, `debug`, `info`, `warn`, `error` or `silent`. */
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  /** Commit that runs; `/admin/operations` shows it for each worker. */
  SOURCE_COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, "up to 64 letters, digits, dots or dashes")
    .optional(),

  /** Postgres with `pg_trgm`; the tests run on 18. */
  DATABASE_URL: databaseAddress,
  /**
   * The server itself, if `DATABASE_URL` leads to a pooler in transaction mode:
   * [how](operating.md#a-pooler-in-transaction-mode).
   */
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  /**
   * Streaming replicas for public reads, at most 16, separated by commas:
   * [how](operating.md#replicas-for-public-reads).
   */
  DATABASE_REPLICA_URLS: databaseAddresses,
  /** Oldest state that a replica may show, 250 to 60000; an older replica is skipped. */
  REPLICA_LAG_MS_MAX: z.coerce.number().int().min(250).max(60_000).default(1000),
  /**
   * Connections of a process, and up to three more; an API process also opens those of the next two
   * variables.
   */
  DATABASE_POOL_MAX: positiveInteger.default(10),
  /** Connections of an API process for public reads. */
  DATABASE_READ_POOL_MAX: positiveInteger.default(5),
  /** Connections of an API process for calls that wait for a change. */
  DATABASE_WAITING_POOL_MAX: positiveInteger.default(2),
  /** How long a query of the API waits for a connection. */
  DATABASE_SLOT_WAIT_MS_MAX: positiveInteger.max(60_000).default(2500),
  /** How long a statement of the API waits for a lock; public reads wait at most a second. */
  DATABASE_LOCK_WAIT_MS_MAX: positiveInteger.max(60_000).default(2500),
  /** How long a statement of the API may run; its connection is dropped half a second later. */
  DATABASE_STATEMENT_MS_MAX: positiveInteger.max(60_000).default(4000),
  /** Searches of an API process that may wait for a connection; others are 503 at once. */
  SEARCHES_WAITING_MAX: positiveInteger.max(10_000).default(64),
  /** How long such a search waits before 503. */
  SEARCH_WAIT_MS_MAX: positiveInteger.max(60_000).default(1000),
  /** After this time a GET is answered with 503 `answer_overdue`; `?wait=` is added. */
  ANSWER_READ_MS_MAX: positiveInteger.max(60_000).default(4500),
  /** The same for calls that change something or ask a payment or identity provider. */
  ANSWER_WRITE_MS_MAX: positiveInteger.max(120_000).default(30_000),
  /**
   * NATS with JetStream: `nats://host:4222`, with `user:password@` or `token@` where needed,
   * `tls://` to require TLS; servers of a cluster are separated by commas.
   */
  NATS_URL: busAddresses,
  /** Separates several deployments on one NATS. */
  NATS_STREAM_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,40}$/, "up to 40 letters, digits, dashes or underscores")
    .default(""),
  /** Copies of each stream; default: 3 if a cluster has enough servers, otherwise 1. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),

  /** Endpoint of an S3 that is not AWS; requires `S3_BUCKET`. */
  S3_ENDPOINT: z.url().optional(),
  /** Endpoint in signed URLs, if agents reach S3 under another address. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  /** Region of the bucket. */
  S3_REGION: z.string().default("us-east-1"),
  /** Selects S3. The bucket must exist, otherwise the process does not start. */
  S3_BUCKET: z.string().min(3).max(63).optional(),
  /** Access key; default: the AWS SDK's own credential chain. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  /** The secret of `S3_ACCESS_KEY_ID`. */
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** `false` if the bucket encrypts with a key service (SSE-KMS), whose ETags are no MD5. */
  S3_ETAGS_ARE_MD5: flag.default(true),
  /** Without S3: a folder that all processes share. */
  STORAGE_DIR: z.string().min(1).optional(),
  /** Signs the disk store's URLs; each at least 32 characters. */
  STORAGE_SIGNING_SECRET: secrets.optional(),

  /** API key of Resend, which sends all mail. */
  RESEND_API_KEY: z.string().min(1),
  /** Address of a stand-in for Resend. */
  RESEND_BASE_URL: z.url().optional(),
  /** Sender of the mails. */
  MAIL_FROM: z.string().min(3).default("Dataset Marketplace <market@localhost>"),

  /** Identity provider for sign-in. */
  OIDC_ISSUER: z.url(),
  /** Client id registered with the provider. */
  OIDC_CLIENT_ID: z.string().min(1),
  /** The client's secret, issued by the provider. */
  OIDC_CLIENT_SECRET: z.string().min(1),

  /** Signs agent tokens and folder addresses; both end with it. */
  AGENT_TOKEN_SECRET: secrets,
  /** Lifetime of an agent token. */
  AGENT_TOKEN_TTL_DAYS: positiveInteger.max(3650).default(365),
  /** Seals the site's and consent's cookies; derives the authorisation server's key. */
  SESSION_SECRET: secrets,
  /** Derives the codes in mail links: approval, ending mails, reports without an account. */
  APPROVAL_SECRET: secrets,
  /** Derives the secrets that sign webhooks; without the former one, receivers need new secrets. */
  WEBHOOK_SECRET: secrets,
  /**
   * Keys the hashes by which `joinable_with` finds tables; default: `WEBHOOK_SECRET`; set it to
   * that value before [rotating that](operating.md#rotating-a-secret).
   */
  SKETCH_SECRET: secrets.optional(),
  /**
   * [Seals webhook addresses](operating.md#the-key-of-stored-secrets) in the database; at least 32
   * characters each, the first seals, all open; `clear` first seals nothing. Unset: addresses are
   * in clear, and the start warns.
   */
  STORED_SECRETS_KEYS: storedSecretsKeys,
  /**
   * Signs [receipts](operating.md#the-keys-of-receipts): a private Ed25519 JWK, or a JWK Set whose
   * first key signs and whose others stay published; as JSON or as base64 of it.
   */
  RECEIPT_KEYS: receiptKeys,

  /** Real money with `sk_live_…`, test money with `sk_test_…`. */
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, "a secret key of Stripe"),
  /** Address of a stand-in for Stripe. */
  STRIPE_API_BASE_URL: z.url().optional(),
  /**
   * Signing secret of the webhook endpoint `PUBLIC_BASE_URL/webhooks/stripe`; several during a
   * rotation.
   */
  STRIPE_WEBHOOK_SECRET: secretsOf(z.string().startsWith("whsec_")),
  /** The platform's share of each sale, in basis points; at most 4999. */
  PLATFORM_FEE_BPS: z.coerce.number().int().min(0).max(4999).default(500),
  /** Days after which a purchase without a dispute is released. */
  ESCROW_DAYS: positiveInteger.max(60).default(7),
  /** Days after which a dispute without a decision is refunded. */
  DISPUTE_DAYS: positiveInteger.max(120).default(60),
  /** Hours after which a payment without an outcome is cancelled. */
  PAYMENT_PENDING_HOURS: positiveInteger.max(720).default(24),
  /** Addresses of administrators, who decide disputes and suspend; separated by commas. */
  ADMIN_EMAILS: emailList,
  ...lawVariables,

  /** The currency of the whole deployment. */
  CURRENCY: z.string().length(3).toLowerCase().default("usd"),
  /**
   * Largest file, 20 GiB; at most 5 TiB, the quotas, and 10,000 parts of `UPLOAD_PUT_BYTES_MAX`.
   */
  UPLOAD_BYTES_MAX: positiveInteger.max(5 * 1024 ** 4).default(20 * 1024 ** 3),
  /** Largest PUT of a file or part that the store accepts; S3 accepts 5 GiB. */
  UPLOAD_PUT_BYTES_MAX: positiveInteger.max(5 * 1024 ** 3).default(5 * 1024 ** 3),
  /** Smallest part, except the last, that the store joins; 5 MiB is S3's own limit. */
  UPLOAD_PART_BYTES_MIN: positiveInteger.default(5 * 1024 ** 2),
  /**
   * Largest decompressed size of a file, or of the table inside an archive; at least
   * `UPLOAD_BYTES_MAX`.
   */
  DECOMPRESSED_BYTES_MAX: positiveInteger.default(20 * 1024 ** 3),
  /**
   * Storage for the files of one agent, default 1 TiB
   * ([decisions](decisions.md#room-for-strangers)).
   */
  QUOTA_AGENT_BYTES_MAX: positiveInteger.default(1024 ** 4),
  /** Number of undeleted files of one agent; each file of a folder counts. */
  QUOTA_AGENT_FILES_MAX: positiveInteger.default(100_000),
  /** Storage for the files of all agents of one account, default 2 TiB. */
  QUOTA_ACCOUNT_BYTES_MAX: positiveInteger.default(2 * 1024 ** 4),
  /** Number of files of all agents of one account. */
  QUOTA_ACCOUNT_FILES_MAX: positiveInteger.default(200_000),
  /** Storage for all sellers' files, default 20 TiB; set it below the capacity of the store. */
  QUOTA_DEPLOYMENT_BYTES_MAX: positiveInteger.default(20 * 1024 ** 4),
  /** Number of files of all sellers. */
  QUOTA_DEPLOYMENT_FILES_MAX: positiveInteger.default(10_000_000),
  /** Days without a change after which a draft is withdrawn and its file deleted. */
  DRAFT_TTL_DAYS: positiveInteger.max(3650).default(90),
  /** Days before that at which its seller is warned; below `DRAFT_TTL_DAYS`. */
  DRAFT_WARNING_DAYS: positiveInteger.max(365).default(14),
  /**
   * Lifetime of each upload URL, at most seven days; an upload in parts gets new ones for a week
   * after its last.
   */
  UPLOAD_URL_TTL_SECONDS: positiveInteger.max(7 * daySeconds).default(hourSeconds),

  /** Concurrent jobs in one profile worker. */
  PROFILE_CONCURRENCY: positiveInteger.max(64).default(1),
  /**
   * Tables, at most 6, that a waiting child profiles to compile its code; `0` saves up to 1.7 s of
   * processor time a job, but slows single jobs.
   */
  PROFILE_WARM_UP_TABLES: z.coerce.number().int().min(0).max(6).default(6),
  /**
   * Time limit of one try; at least a second for each 64 MiB of `UPLOAD_BYTES_MAX`, better a minute
   * for each GB.
   */
  PROFILE_TIMEOUT_SECONDS: positiveInteger.default(1800),
  /** Data memory of a job's child process, default 3 GiB. */
  PROFILE_MEMORY_BYTES_MAX: positiveInteger.default(3 * 1024 ** 3),
  /** Attempts after which the listing gets `no_sample` with the reason. */
  PROFILE_TRIES_MAX: positiveInteger.max(10).default(3),
  /** Largest Parquet file that is made from a table, default 20 GiB; `0` disables them. */
  TWIN_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .default(20 * 1024 ** 3),
  /** Tables of a file for which Parquet files are made, the default table first. */
  TWIN_TABLES_MAX: positiveInteger.max(100).default(100),
  /** A job whose worker is silent for this long goes to another worker. */
  JOB_ACK_WAIT_SECONDS: positiveInteger.max(hourSeconds).default(30),
  /** How long a stopping worker may continue its jobs. */
  WORKER_DRAIN_SECONDS: positiveInteger.max(hourSeconds).default(20),
  /** Larger files are read from the store by ranges instead of copied below `WORK_DIR`. */
  WORK_FILE_BYTES_MAX: positiveInteger.default(4 * 1024 ** 3),
  /** Folder for the files of running jobs ([required space](operating.md#room-below-work_dir)). */
  WORK_DIR: z.string().min(1).default("/tmp/dataset-market"),

  ...rateLimitVariables,

  ...embeddingsVariables,

  /**
   * Address of the [query processes](operating.md#asking-the-data), such as `http://query:4008`;
   * without it datasets cannot be queried.
   */
  QUERY_URL: address.refine((url) => plainAddress(url), "http(s), without a password").optional(),
  /** Shared by API and query processes; required with `QUERY_URL`. */
  QUERY_SECRET: secrets.optional(),
  /** How long a query may compute, at most 25; set the same value for API and query processes. */
  QUERY_SECONDS_MAX: positiveInteger.max(25).default(10),
  /** Port of `bun workers/query/main.ts`. */
  QUERY_PORT: port.default(4008),
  /** Concurrent queries of a query process, each in its own child. */
  QUERY_CHILDREN: positiveInteger.max(64).default(2),
  /** Memory limit of each child. */
  QUERY_MEMORY_BYTES_MAX: positiveInteger.default(1024 ** 3),
  /**
   * Table copies that a query process keeps below `WORK_DIR`, in use and up to an hour afterwards.
   */
  QUERY_CACHE_BYTES_MAX: positiveInteger.default(8 * 1024 ** 3),

  /** Port of the MCP process. */
  MCP_PORT: port.default(4001),
  /** Address of the API for the MCP process; default: `PUBLIC_BASE_URL`. */
  MCP_API_URL: address.optional(),
  /**
   * Host names of the MCP process in addition to that of its public address, separated by commas.
   */
  MCP_ALLOWED_HOSTS: nameList,
  /** Host names of web pages that may call the MCP process, in addition to its own. */
  MCP_ALLOWED_ORIGINS: nameList,
  /** Only for `bun mcp/main.ts stdio`: agent token or API key of the local client. */
  MCP_TOKEN: z.string().optional(),
  /**
   * Only for `bun mcp/main.ts stdio`: its [toolsets](tools.md), such as `buy,follow`; empty means
   * all.
   */
  MCP_TOOLS: z.string().min(1).optional(),

  ...telemetryVariables,

  /** For the embedded stack: allows plain http to a provider on loopback. */
  ALLOW_INSECURE_LOOPBACK: flag.default(false),
});

type Environment = z.infer<typeof environmentSchema>;

export type StorageConfig =
  | { kind: "disk"; rootDir: string; signingSecrets: SecretList; publicBaseUrl: string }
  | {
      kind: "s3";
      endpoint: string | undefined;
      publicEndpoint: string | undefined;
      region: string;
      bucket: string;
      accessKeyId: string | undefined;
      secretAccessKey: string | undefined;
      etagsAreMd5: boolean;
    };

export type Config = Omit<Environment, `S3_${string}` | `STORAGE_${string}`> & {
  storage: StorageConfig;
};

export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`The configuration has ${faults.length} fault(s):\n- ${faults.join("\n- ")}`);
    this.name = "ConfigError";
    this.faults = faults;
  }
}

/** Why a process cannot start: our own words if there are some, otherwise the error. */
export function startFault(error: unknown): string {
  const isOurs = error instanceof ConfigError || error instanceof PartTrouble;
  return isOurs ? error.message : String(error);
}

/** Reads the configuration. Throws {@link ConfigError} with every fault. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const jointFaults = (given: EnvironmentVariables) => [
    ...missingFaults(given),
    ...storeFaults(given),
  ];
  const environment = parseEnvironment(environmentSchema, env, jointFaults);
  const { DRAFT_TTL_DAYS: ttlDays, DRAFT_WARNING_DAYS: warningDays } = environment;
  const isWarnedLate = warningDays >= ttlDays;
  const faults = [
    ...(isWarnedLate ? ["DRAFT_WARNING_DAYS: not below DRAFT_TTL_DAYS"] : []),
    ...sizeFaults(environment),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...environment, storage: chooseStorage(environment) };
}

/**
 * Throws {@link ConfigError} with every fault; an empty variable counts as not set. `jointFaults`
 * checks combinations of the given variables.
 */
export function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  env: EnvironmentVariables,
  jointFaults: (given: EnvironmentVariables) => string[] = () => [],
): z.output<Schema> {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(filled);
  const issues = parsed.error?.issues ?? [];
  const faults = issues.map(({ path, message }) => {
    return `${path.join(".")}: ${filled[String(path[0])] === undefined ? "is not set" : message}`;
  });
  faults.push(...jointFaults(filled));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return parsed.data;
}

type StorageEnvironment = Pick<
  Environment,
  "PUBLIC_BASE_URL" | Extract<keyof Environment, `S3_${string}` | `STORAGE_${string}`>
>;

/** The store selected by the variables. Throws {@link ConfigError} if they select none. */
export function chooseStorage(env: StorageEnvironment): StorageConfig {
  if (env.S3_BUCKET !== undefined) {
    return {
      kind: "s3",
      endpoint: env.S3_ENDPOINT,
      publicEndpoint: env.S3_PUBLIC_ENDPOINT,
      region: env.S3_REGION,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      etagsAreMd5: env.S3_ETAGS_ARE_MD5,
    };
  }
  if (env.STORAGE_DIR === undefined || env.STORAGE_SIGNING_SECRET === undefined)
    throw new ConfigError([noStoreFault]);
  return {
    kind: "disk",
    rootDir: env.STORAGE_DIR,
    signingSecrets: env.STORAGE_SIGNING_SECRET,
    publicBaseUrl: env.PUBLIC_BASE_URL,
  };
}
