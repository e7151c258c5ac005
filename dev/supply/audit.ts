/**
 * Asks the package registry for known advisories about the lock file's packages: `bun
 * dev/supply/audit.ts`. Exits with 1 and a line for each; if the registry provides none, prints one
 * line and passes.
 */

import { allowedSchema, judgeAudit } from "./advisories.ts";
import allowed from "./advisories-allowed.json";

const audit = Bun.spawnSync([process.execPath, "audit", "--json"], {
  cwd: `${import.meta.dir}/../..`,
  timeout: 60_000,
});
const { faults, notes } = judgeAudit(
  {
    exitCode: audit.exitCode,
    stdout: audit.stdout.toString(),
    stderr: audit.exitedDueToTimeout ? "error: POST audit - timeout" : audit.stderr.toString(),
  },
  allowedSchema.parse(allowed),
  new Date().toISOString().slice(0, 10),
);
for (const note of notes) console.log(`note: ${note}`);
for (const fault of faults) console.log(fault);
process.exit(faults.length > 0 ? 1 : 0);
