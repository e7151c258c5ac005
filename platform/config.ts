/**
 * The configuration of every process, read once from the environment by a `main.ts`.
 * A missing or wrong variable is an error that lists every fault at once; no secret has a default.
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
  type Given,
  missingFaults,
  noStoreFault,
  sizeFaults,
  storeFaults,
} from "./joint-faults.ts";
import { lawVariables } from "./law-config.ts";
import { rateLimitVariables } from "./limits/variables.ts";
import { PartTrouble } from "./part-trouble.ts";
import { type SecretList, secretsOf } from "./secrets/secret-list.ts";
import { storedSecretsKeys } from "./secrets/stored-secret.ts";
import { telemetryVariables } from "./telemetry/variables.ts";
import { daySeconds, hourSeconds } from "./time.ts";

const secrets = secretsOf(z.string().min(32, "a secret has at least 32 characters"));
const positiveInteger = z.coerce.number().int().positive();
const address = z.url().transform((url) => url.replace(/\/$/, ""));
const flag = z.enum(["true", "false"]).transform((value) => value === "true");

export const environmentSchema = z.object({
  /** The address under which agents and people reach the API and the site. */
  PUBLIC_BASE_URL: publicAddress,
  /** Where agents reach the MCP process; `PUBLIC_BASE_URL/mcp` when it is not set. */
  MCP_PUBLIC_URL: address.optional(),
  HOST: z.string().default("0.0.0.0"),
  API_PORT: port.default(4000),
  METRICS_PORT: portRange,
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** How long API and MCP serve on after the order to stop, while readiness says no. */
  LAME_DUCK_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  /** Of the source that runs; shown to administrators. */
  SOURCE_COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, "up to 64 letters, digits, dots or dashes")
    .optional(),

  DATABASE_URL: databaseAddress,
  /** Where sessions are the process' own, if `DATABASE_URL` is a pooler in transaction mode. */
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  /** Of the API alone: streaming replicas for public reads, separated by commas. */
  DATABASE_REPLICA_URLS: databaseAddresses,
  /** A replica that may lack something older than this is left until it has caught up. */
  REPLICA_LAG_MS_MAX: z.coerce.number().int().min(250).max(60_000).default(1000),
  DATABASE_POOL_MAX: positiveInteger.default(10),
  /** Of the API alone: connections of public reads, and of calls that wait for a change. */
  DATABASE_READ_POOL_MAX: positiveInteger.default(5),
  DATABASE_WAITING_POOL_MAX: positiveInteger.default(2),
  /** Of the API alone, whose callers wait; workers have limits of their own (`db/limits.ts`). */
  DATABASE_SLOT_WAIT_MS_MAX: positiveInteger.max(60_000).default(2500),
  DATABASE_LOCK_WAIT_MS_MAX: positiveInteger.max(60_000).default(2500),
  DATABASE_STATEMENT_MS_MAX: positiveInteger.max(60_000).default(4000),
  /** Of an API process, whose searches run at most as many at once as it has connections for reads. */
  SEARCHES_WAITING_MAX: positiveInteger.max(10_000).default(64),
  SEARCH_WAIT_MS_MAX: positiveInteger.max(60_000).default(1000),
  /** How long an answer may take, by whether the call may change something. */
  ANSWER_READ_MS_MAX: positiveInteger.max(60_000).default(4500),
  ANSWER_WRITE_MS_MAX: positiveInteger.max(120_000).default(30_000),
  NATS_URL: busAddresses,
  /** Keeps the queues of several deployments apart on one NATS; empty for one deployment. */
  NATS_STREAM_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,40}$/, "up to 40 letters, digits, dashes or underscores")
    .default(""),
  /** Copies of each stream; left out: three where a cluster has the servers, else one. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),

  /** `S3_ENDPOINT` or `S3_BUCKET` chooses S3, otherwise `STORAGE_DIR` chooses the disk. */
  S3_ENDPOINT: z.url().optional(),
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** `false` where the bucket encrypts by a key service: ETags of parts are no MD5 then. */
  S3_ETAGS_ARE_MD5: flag.default(true),
  STORAGE_DIR: z.string().min(1).optional(),
  STORAGE_SIGNING_SECRET: secrets.optional(),

  RESEND_API_KEY: z.string().min(1),
  RESEND_BASE_URL: z.url().optional(),
  MAIL_FROM: z.string().min(3).default("Dataset Marketplace <market@localhost>"),

  OIDC_ISSUER: z.url(),
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_CLIENT_SECRET: z.string().min(1),

  AGENT_TOKEN_SECRET: secrets,
  AGENT_TOKEN_TTL_DAYS: positiveInteger.max(3650).default(365),
  SESSION_SECRET: secrets,
  APPROVAL_SECRET: secrets,
  /** Derives the secret of each webhook that the service calls. */
  WEBHOOK_SECRET: secrets,
  /** Keys the hashes by which tables with a common key are found; derived from the one above without it. */
  SKETCH_SECRET: secrets.optional(),
  /** Seal what rows hold of others' secrets: the addresses of webhooks. Without, they are in clear. */
  STORED_SECRETS_KEYS: storedSecretsKeys,

  /** Chooses real or test money by itself: `sk_live_…` or `sk_test_…`. */
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, "a secret key of Stripe"),
  /** Of the stand-in; Stripe itself when it is not set. */
  STRIPE_API_BASE_URL: z.url().optional(),
  STRIPE_WEBHOOK_SECRET: secretsOf(z.string().startsWith("whsec_")),
  /** What the platform keeps of each sale; 100 are one per cent. */
  PLATFORM_FEE_BPS: z.coerce.number().int().min(0).max(4999).default(500),
  ESCROW_DAYS: positiveInteger.max(60).default(7),
  DISPUTE_DAYS: positiveInteger.max(120).default(60),
  PAYMENT_PENDING_HOURS: positiveInteger.max(720).default(24),
  /** Who resolves disputes and suspends, separated by commas. */
  ADMIN_EMAILS: emailList,
  ...lawVariables,

  CURRENCY: z.string().length(3).toLowerCase().default("usd"),
  /** Of one file. S3 holds no object above 5 TiB. */
  UPLOAD_BYTES_MAX: positiveInteger.max(5 * 1024 ** 4).default(20 * 1024 ** 3),
  /** What the store takes in one PUT at most, and in a part at least: S3's own limits. */
  UPLOAD_PUT_BYTES_MAX: positiveInteger.max(5 * 1024 ** 3).default(5 * 1024 ** 3),
  UPLOAD_PART_BYTES_MIN: positiveInteger.default(5 * 1024 ** 2),
  /** Of a file that is compressed, or of the table in an archive. */
  DECOMPRESSED_BYTES_MAX: positiveInteger.default(20 * 1024 ** 3),
  /** Room for the files of sellers: of one agent, of all agents of one account, and of all. */
  QUOTA_AGENT_BYTES_MAX: positiveInteger.default(1024 ** 4),
  QUOTA_AGENT_FILES_MAX: positiveInteger.default(100_000),
  QUOTA_ACCOUNT_BYTES_MAX: positiveInteger.default(2 * 1024 ** 4),
  QUOTA_ACCOUNT_FILES_MAX: positiveInteger.default(200_000),
  QUOTA_DEPLOYMENT_BYTES_MAX: positiveInteger.default(20 * 1024 ** 4),
  QUOTA_DEPLOYMENT_FILES_MAX: positiveInteger.default(10_000_000),
  /** After so long without a change a draft is withdrawn and its file deleted; its seller is warned. */
  DRAFT_TTL_DAYS: positiveInteger.max(3650).default(90),
  DRAFT_WARNING_DAYS: positiveInteger.max(365).default(14),
  UPLOAD_URL_TTL_SECONDS: positiveInteger.max(7 * daySeconds).default(hourSeconds),

  PROFILE_CONCURRENCY: positiveInteger.max(64).default(1),
  PROFILE_WARM_UP_TABLES: z.coerce.number().int().min(0).max(6).default(6),
  PROFILE_TIMEOUT_SECONDS: positiveInteger.default(1800),
  PROFILE_MEMORY_BYTES_MAX: positiveInteger.default(3 * 1024 ** 3),
  PROFILE_TRIES_MAX: positiveInteger.max(10).default(3),
  /** The largest Parquet file that is made of a table; 0: none is made of any. */
  TWIN_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .default(20 * 1024 ** 3),
  TWIN_TABLES_MAX: positiveInteger.max(100).default(100),
  JOB_ACK_WAIT_SECONDS: positiveInteger.max(hourSeconds).default(30),
  /** How long a worker that was told to stop may go on with the jobs that it runs. */
  WORKER_DRAIN_SECONDS: positiveInteger.max(hourSeconds).default(20),
  /** A larger file stays in the store: it is read by ranges, and the disk need not hold it. */
  WORK_FILE_BYTES_MAX: positiveInteger.default(4 * 1024 ** 3),
  WORK_DIR: z.string().min(1).default("/tmp/dataset-market"),

  ...rateLimitVariables,

  ...embeddingsVariables,

  /** Where the API reaches a query process, and the secret that both know; without, no queries. */
  QUERY_URL: address.refine((url) => plainAddress(url), "http(s), without a password").optional(),
  QUERY_SECRET: secrets.optional(),
  /** How long a query may compute. */
  QUERY_SECONDS_MAX: positiveInteger.max(25).default(10),
  /** Of `bun workers/query/main.ts` alone: queries at once, memory of each, copies on the disk. */
  QUERY_PORT: port.default(4008),
  QUERY_CHILDREN: positiveInteger.max(64).default(2),
  QUERY_MEMORY_BYTES_MAX: positiveInteger.default(1024 ** 3),
  QUERY_CACHE_BYTES_MAX: positiveInteger.default(8 * 1024 ** 3),

  MCP_PORT: port.default(4001),
  /** Where the MCP process reaches the API; `PUBLIC_BASE_URL` when it is not set. */
  MCP_API_URL: address.optional(),
  /** Host names of the MCP process besides that of its public address, separated by commas. */
  MCP_ALLOWED_HOSTS: nameList,
  /** Host names of web pages that may call the MCP process, besides its own. */
  MCP_ALLOWED_ORIGINS: nameList,
  /** Of `bun mcp/main.ts stdio` alone: the agent token or API key of the local client. */
  MCP_TOKEN: z.string().optional(),
  /** Likewise: its sets of tools, separated by commas; all where it is not set. */
  MCP_TOOLS: z.string().min(1).optional(),

  ...telemetryVariables,

  /** Set by the embedded stack alone: identity providers and webhooks by plain http on loopback. */
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

/** Why a process cannot start: what we have put into words, or what was thrown. */
export function startFault(error: unknown): string {
  const isOurs = error instanceof ConfigError || error instanceof PartTrouble;
  return isOurs ? error.message : String(error);
}

/** Reads the configuration. Throws {@link ConfigError} that names every fault at once. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const jointFaults = (given: Given) => [...missingFaults(given), ...storeFaults(given)];
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
 * Throws {@link ConfigError} that names every fault; an empty variable counts as not set. `jointFaults`
 * finds those of several variables together, in what was given.
 */
export function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  env: Given,
  jointFaults: (given: Given) => string[] = () => [],
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

/** The store that the variables name. Throws {@link ConfigError} where they name none. */
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
