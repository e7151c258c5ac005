/** The layers of the data engine and their entry points: rule 11 of ARCHITECTURE.md. */
import type { Source } from "./source.ts";

/** From the bottom up: a layer imports itself and those below it. */
const floors = [
  "kernel",
  "base",
  "open",
  "read",
  "measure",
  "describe",
  "images",
  "tables",
  "twin",
  "profile-dataset.ts",
  "child",
  "query",
];
const doors = ["dataset/child/pool.ts", "dataset/query/engine.ts"];

const floorOf = (path: string): number =>
  path.startsWith("dataset/") ? floors.indexOf(path.split("/")[1] ?? "") : -1;

export const datasetFloors = {
  name: "11: the floors of dataset run one way, and its doors are child/pool.ts and query/engine.ts",
  check(source: Source): string[] {
    const files = source.imports.flatMap(({ file }) => file ?? []);
    if (source.area === "workers") {
      return files
        .filter((file) => file.startsWith("dataset/") && !doors.includes(file))
        .map((file) => `→ ${file}, which is behind the door`);
    }
    const floor = floorOf(source.path);
    if (floor < 0) return source.area === "dataset" ? ["stands on no floor"] : [];
    return files
      .filter((file) => floorOf(file) > floor)
      .map((file) => `→ ${file}, which is a floor above`);
  },
};
