/** A parent that starts a child pool, prints the standby's readiness and then waits to be killed. */
import { createChildPool } from "../../../dataset/child/pool.ts";

const [tempDir = ""] = process.argv.slice(2);
createChildPool({
  tempDir,
  memoryBytesMax: null,
  threads: 1,
  environment: {},
  standbys: 1,
});
process.stdout.write("started\n");
setInterval(() => {}, 1000);
