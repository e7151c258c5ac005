/** The floors of the data engine, and its one door: rule 14 of ARCHITECTURE.md. */
import type { Source } from "./source.ts";

/** From the ground up: a floor imports itself and those below it. */
const floors = [
  "base",
  "open",
  "read",
  "measure",
  "describe",
  "images",
  "profile-dataset.ts",
  "child",
];
const door = "dataset/child/pool.ts";

const floorOf = (path: string): number =>
  path.startsWith("dataset/") ? floors.indexOf(path.split("/")[1] ?? "") : -1;

export const datasetFloors = {
  name: "14: the floors of dataset run one way, and its only door is child/pool.ts",
  check(source: Source): string[] {
    const files = source.imports.flatMap(({ file }) => file ?? []);
    if (source.area === "workers") {
      return files
        .filter((file) => file.startsWith("dataset/") && file !== door)
        .map((file) => `→ ${file}, which is behind the door`);
    }
    const floor = floorOf(source.path);
    if (floor < 0) return source.area === "dataset" ? ["stands on no floor"] : [];
    return files
      .filter((file) => floorOf(file) > floor)
      .map((file) => `→ ${file}, which is a floor above`);
  },
};
