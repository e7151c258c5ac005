import type { Op } from "../../../market/contract/contract.ts";
import { discovery, problemCodes } from "../../../market/discovery/contract.ts";
import { getHeld } from "./conditional.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";

const get =
  (path: string): Drive =>
  (w) =>
    w.api.send("GET", path);

const read = (path: string): Record<number, Drive> => ({
  200: get(path),
  304: (w) => getHeld(w.api, path),
});

/** The successful answer of each, at its own path. */
const readAll = (ops: Record<string, Op>): Drives =>
  Object.fromEntries(Object.entries(ops).map(([id, { path }]) => [id, read(path)]));

const { listProblems, getProblem } = problemCodes;

export const discoveryDrives: Drives = {
  ...contractDrives(problemCodes, {
    ...readAll({ listProblems }),
    getProblem: read(getProblem.path.replace("{code}", "purchase_required")),
  }),
  ...contractDrives(discovery, {
    ...readAll(discovery),
    readSitemap: {
      ...read(discovery.readSitemap.path),
      404: get(`${discovery.readSitemap.path}?page=4999`),
    },
  }),
};
