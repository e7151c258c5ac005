/** Writes `deploy/grafana/dashboard.json` from the table of panels; `bun run format` formats it. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dashboard } from "./dashboard.ts";

const path = fileURLToPath(new URL("./dashboard.json", import.meta.url));
writeFileSync(path, `${JSON.stringify(dashboard(), null, 2)}\n`);
