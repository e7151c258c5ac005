/** The key of the hashes by which tables are joined, and what it is called. */
import { createHash, createHmac } from "node:crypto";
import type { Config } from "../../../platform/config.ts";

export type JoinKey = {
  /** 64 bits, hexadecimal, as the data engine takes it. */
  hashKey: string;
  /** Makes the noise of answers about paid files. */
  noiseKey: string;
  /** Hashes of another key are not compared. */
  id: string;
};

type Secrets = Pick<Config, "SKETCH_SECRET" | "WEBHOOK_SECRET">;

/** By which new files are hashed: of several secrets the last one counts. */
export function joinKeyOf(config: Secrets): JoinKey {
  const [key] = joinKeysOf(config);
  return key;
}

/** By which files may have been hashed while secrets are being rotated, that of new files first. */
export function joinKeysOf({ SKETCH_SECRET, WEBHOOK_SECRET }: Secrets): [JoinKey, ...JoinKey[]] {
  const secrets = SKETCH_SECRET ?? WEBHOOK_SECRET;
  const last = secrets.at(-1) ?? secrets[0];
  return [keyBy(last), ...secrets.slice(0, -1).map(keyBy)];
}

/** Derived, so that neither key says anything of the secret or of the other one. */
function keyBy(secret: string): JoinKey {
  const derive = (label: string) => createHmac("sha256", secret).update(label).digest("hex");
  const hashKey = derive("join hashes").slice(0, 16);
  const id = createHash("sha256").update(`join key ${hashKey}`).digest("hex").slice(0, 16);
  return { hashKey, noiseKey: derive("join noise"), id };
}
