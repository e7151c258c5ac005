/**
 * Embeds all requests and descriptions and records which tools rank first: `bun
 * test/mcp/requests/measure.ts`. The model takes several seconds, too long for every test run.
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { toolsByName } from "../../../mcp/tools.ts";
import { loadModel } from "../../../workers/embeddings/model.ts";
import { digestOfTexts, openMeaning } from "./by-meaning.ts";
import { type Measured, measuredFile, measuredText } from "./measured.ts";
import { requestSets, setNames } from "./tables.ts";

const nearest = openMeaning(await loadModel());
const names = [...toolsByName.keys()];

const rows: Measured[] = [];
for (const set of setNames) {
  for (const { request, tool } of requestSets[set]) {
    const [first, second, third] = await nearest(request, names);
    const found = [first, second, third].map((near) => near?.tool ?? "");
    rows.push({ set, tool, found, score: first?.score ?? 0, request });
  }
}
writeFileSync(measuredFile, measuredText(digestOfTexts, rows));
process.exit(0);
