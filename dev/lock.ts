/** One supervisor per data folder, because two would start two Postgres servers on one cluster. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const holderSchema = z.object({ pid: z.number().int(), started: z.string(), address: z.string() });

export type Lock = {
  /** Whether the previous holder was killed, so that its children may need a moment to end. */
  wasAbandoned: boolean;
  release(): void;
};

/** Takes the lock. Throws with the holder's process id and address if it is taken. */
export function takeLock(dataDir: string, address: string): Lock {
  const file = join(dataDir, "supervisor.json");
  mkdirSync(dataDir, { recursive: true });
  const wasAbandoned = existsSync(file);
  const holder = wasAbandoned ? readHolder(file) : undefined;
  if (holder !== undefined && startOf(holder.pid) === holder.started) {
    throw new Error(
      `The stack already runs at ${holder.address} (process ${holder.pid}) on the data in ` +
        `${dataDir}. Stop it, or set DATA_DIR and PORT_BASE to start a second one.`,
    );
  }
  const mine = { pid: process.pid, started: startOf(process.pid) ?? "", address };
  writeFileSync(file, JSON.stringify(mine));
  return { wasAbandoned, release: () => rmSync(file, { force: true }) };
}

function readHolder(file: string) {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Process ids are reused, but not together with the start time in clock ticks. */
function startOf(pid: number): string | undefined {
  try {
    const [, afterName = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?=[A-Z] )/);
    const fields = afterName.split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
