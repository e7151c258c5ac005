/** Secrets and signatures of Standard Webhooks (https://www.standardwebhooks.com). */
import { hkdfSync } from "node:crypto";
import { Webhook } from "standardwebhooks";

const secretBytes = 32;

/**
 * The signing secret of an endpoint, `whsec_…`. It is not stored: it is derived from the endpoint's
 * id and generation with the deployment's secret; a rotation increments the generation.
 */
export function webhookSecret(
  deploymentSecret: string,
  endpoint: { id: string; generation: number },
): string {
  const purpose = `dataset-market webhook v1 ${endpoint.generation}`;
  const bytes = hkdfSync("sha256", deploymentSecret, endpoint.id, purpose, secretBytes);
  return `whsec_${Buffer.from(bytes).toString("base64")}`;
}

/**
 * The headers of one message, signed with each of `secrets`, because a receiver may have either.
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { id: string; sentAt: Date; body: string },
): Record<string, string> {
  const { id, sentAt, body } = message;
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
