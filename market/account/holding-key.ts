import type { Database } from "../../db/client.ts";
import { findApiKey } from "../../db/queries/accounts/api-keys.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import { throwRefusals } from "../refusal.ts";
import { otherKeyRefusal } from "./rules.ts";

/**
 * Refuses keys other than the holder; agents and people may change everything of their own.
 * `holdingKeyId` is null if no key created it. Errors: held_by_another_key.
 */
export async function requireHoldingKey(
  tx: Database,
  actor: Actor,
  { holdingKeyId, now }: { holdingKeyId: string | null; now: Date },
): Promise<void> {
  if (actor.kind !== "operator" || holdingKeyId === null) return;
  if (holdingKeyId === actor.apiKeyId) return;
  const holder = await findApiKey(tx, holdingKeyId);
  throwRefusals([otherKeyRefusal(actor.apiKeyId, holder, now)]);
}
