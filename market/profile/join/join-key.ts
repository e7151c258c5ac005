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

/**
 * Derived, so that neither key says anything of the secret or of the other one. Of several secrets the
 * last one counts, so that nothing has to be profiled again while they are being rotated.
 */
export function joinKeyOf(config: Pick<Config, "SKETCH_SECRET" | "WEBHOOK_SECRET">): JoinKey {
  const secrets = config.SKETCH_SECRET ?? config.WEBHOOK_SECRET;
  const secret = secrets.at(-1) ?? secrets[0];
  const derive = (label: string) => createHmac("sha256", secret).update(label).digest("hex");
  const hashKey = derive("join hashes").slice(0, 16);
  const id = createHash("sha256").update(`join key ${hashKey}`).digest("hex").slice(0, 16);
  return { hashKey, noiseKey: derive("join noise"), id };
}
