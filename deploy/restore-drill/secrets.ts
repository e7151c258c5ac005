/** Verifies that the configured secrets are those with which a database's rows were written. */

import type { Database } from "../../db/client.ts";
import { readSecretTraces, type SecretTraces } from "../../db/queries/journal/secret-traces.ts";
import { derivedAgentName } from "../../market/agent/agent-token.ts";
import { approvalCode, approvalCodeHash } from "../../market/agent/approval-code.ts";
import { readAddress } from "../../market/webhook/stored-address.ts";
import type { Config } from "../../platform/config.ts";

export type DrilledSecrets = Pick<
  Config,
  "APPROVAL_SECRET" | "AGENT_TOKEN_SECRET" | "STORED_SECRETS_KEYS"
>;

type Check = {
  name: Exclude<keyof DrilledSecrets, "STORED_SECRETS_KEYS">;
  lost: string;
  /** For each row that depends on the secret, whether it matches. */
  look(traces: SecretTraces, secret: string): boolean[];
};

const checks: Check[] = [
  {
    name: "APPROVAL_SECRET",
    lost: "links in sent mails no longer work",
    look: ({ approvals }, secret) =>
      approvals.map(({ id, codeHash }) => approvalCodeHash(approvalCode(secret, id)) === codeHash),
  },
  {
    name: "AGENT_TOKEN_SECRET",
    lost: "every agent's token is refused",
    look: ({ agents }, secret) =>
      agents.map(({ agentName, ownerEmail }) => derivedAgentName(secret, ownerEmail) === agentName),
  },
];

/** One sentence for each variable that lacks the secret behind some of the newest rows. */
export async function findSecretFaults(db: Database, config: DrilledSecrets): Promise<string[]> {
  const traces = await readSecretTraces(db);
  const derived = checks.flatMap(({ name, lost, look }) => {
    const seen = config[name].flatMap((secret) => look(traces, secret));
    if (seen.length === 0 || seen.includes(true)) return [];
    return [
      `${name} is not the secret that this database was written with: ${lost}. Restore it, too`,
    ];
  });
  const isUnread = traces.addresses.some((row) => readAddress({ config }, row).url === null);
  const sealed =
    "STORED_SECRETS_KEYS lacks the key that addresses of webhooks were sealed with: they are not " +
    "called. Restore it, too";
  return isUnread ? [...derived, sealed] : derived;
}
