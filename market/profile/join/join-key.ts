/** The secret key of the hashes that find joinable tables, and its id. */
import { createHash, createHmac } from "node:crypto";
import type { Config } from "../../../platform/config.ts";

export type JoinKey = {
  /** 64 bits in hexadecimal, as the data engine takes it. */
  hashKey: string;
  /** Seeds the noise in answers about paid files. */
  noiseKey: string;
  /** Hashes with different key ids are not comparable. */
  id: string;
};

type Secrets = Pick<Config, "SKETCH_SECRET" | "WEBHOOK_SECRET">;

/** The key for new files: of several secrets, the last one counts. */
export function joinKeyOf(config: Secrets): JoinKey {
  const [key] = joinKeysOf(config);
  return key;
}

/** Every key that may have hashed files during a rotation of secrets; the one for new files first. */
export function joinKeysOf({ SKETCH_SECRET, WEBHOOK_SECRET }: Secrets): [JoinKey, ...JoinKey[]] {
  const secrets = SKETCH_SECRET ?? WEBHOOK_SECRET;
  const last = secrets.at(-1) ?? secrets[0];
  return [keyBy(last), ...secrets.slice(0, -1).map(keyBy)];
}

/** Derived, so that neither key reveals the secret or the other key. */
function keyBy(secret: string): JoinKey {
  const derive = (label: string) => createHmac("sha256", secret).update(label).digest("hex");
  const hashKey = derive("join hashes").slice(0, 16);
  const id = createHash("sha256").update(`join key 2 ${hashKey}`).digest("hex").slice(0, 16);
  return { hashKey, noiseKey: derive("join noise"), id };
}
