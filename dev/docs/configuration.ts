/** The environment variables for the documents. */
import { ConfigError, environmentSchema, loadConfig } from "../../platform/config.ts";
import { commentsIn } from "./source.ts";

const secret = "0".repeat(32);
/** All required variables. */
export const configurationExample = {
  PUBLIC_BASE_URL: "https://market.example",
  DATABASE_URL: "postgres://localhost/market",
  NATS_URL: "nats://localhost:4222",
  S3_BUCKET: "datasets",
  RESEND_API_KEY: "re_example",
  STRIPE_SECRET_KEY: "sk_test_example",
  STRIPE_WEBHOOK_SECRET: "whsec_example",
  OIDC_ISSUER: "https://id.example",
  OIDC_CLIENT_ID: "market",
  OIDC_CLIENT_SECRET: secret,
  AGENT_TOKEN_SECRET: secret,
  SESSION_SECRET: secret,
  APPROVAL_SECRET: secret,
  WEBHOOK_SECRET: secret,
  // The example of RFC 8037, appendix A.1.
  RECEIPT_KEYS:
    '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}',
};

/** Files that declare variables, each with its comment. */
const sources = [
  "platform/config.ts",
  "platform/embeddings/variables.ts",
  "platform/law-config.ts",
  "platform/limits/variables.ts",
  "platform/telemetry/variables.ts",
];

/** In the order of the schema. Throws for a variable without a comment. */
export function configurationVariables(): { name: string; words: string }[] {
  const comments = new Map(sources.flatMap((path) => [...commentsIn(path)]));
  return Object.keys(environmentSchema.shape).map((name) => {
    const words = comments.get(name);
    if (words === undefined) throw new Error(`${name} has no comment above it`);
    return { name, words };
  });
}

/** `required`, the default as written in the environment, or empty. */
export function defaultText(name: string): string {
  if (requiredVariables().includes(name)) return "required";
  const config = loadConfig(configurationExample);
  const region = config.storage.kind === "s3" ? config.storage.region : "";
  const values: Record<string, unknown> = { ...config, S3_REGION: region };
  return name in configurationExample ? "" : String(values[name] ?? "");
}

/**
 * `.env.example` with each variable's default as it is now. Other programs read what stands below `# --- Only`. Throws for
 * a variable that has no line, and for a line of no variable.
 */
export function withDefaults(text: string): string {
  const [ours = "", ...others] = text.split(/(?=^# --- Only)/m);
  const missing = new Set(configurationVariables().map(({ name }) => name));
  const made = ours.replaceAll(/^(# )?([A-Z][A-Z0-9_]+)=.*$/gm, (_all, comment = "", name = "") => {
    if (!missing.delete(name)) throw new Error(`${name} is no variable, or has two lines`);
    const value = defaultText(name);
    return value === "required" ? `${name}=` : `${comment}${name}=${value}`;
  });
  if (missing.size > 0) throw new Error(`.env.example has no line for ${[...missing].join(", ")}`);
  return [made, ...others].join("");
}

function requiredVariables(): string[] {
  try {
    loadConfig({});
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.split(":")[0] ?? "");
  }
  throw new Error("an empty environment was accepted as a configuration");
}
