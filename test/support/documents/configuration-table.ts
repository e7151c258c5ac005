/** The variables of `platform/config.ts` with the defaults that documents have to name. */
import { ConfigError, environmentSchema, loadConfig } from "../../../platform/config.ts";

/** The variables of `environmentSchema`, in its order. */
export const variables = Object.keys(environmentSchema.shape);

const secret = "0".repeat(32);
/** All that is required. */
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
};

/** `required`, the default as it would be written in the environment, or nothing. */
export function expectedDefault(name: string): string {
  if (requiredVariables().includes(name)) return "required";
  const config = loadConfig(configurationExample);
  const region = config.storage.kind === "s3" ? config.storage.region : "";
  const values: Record<string, unknown> = { ...config, S3_REGION: region };
  return name in configurationExample ? "" : String(values[name] ?? "");
}

function requiredVariables(): string[] {
  try {
    loadConfig({});
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.split(":")[0] ?? "");
  }
  throw new Error("an empty environment was taken for a configuration");
}
