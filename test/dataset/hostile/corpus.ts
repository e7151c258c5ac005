import type { HostileCase } from "./case.ts";
import { columnarCases } from "./columnar-cases.ts";
import { foreignCases } from "./foreign-cases.ts";
import { jsonCases } from "./json-cases.ts";
import { mapCases } from "./map-cases.ts";
import { markupCases } from "./markup-cases.ts";
import { mediaCases } from "./media-cases.ts";
import { packedCases } from "./packed-cases.ts";
import { sheetCases } from "./sheet-cases.ts";
import { textCases } from "./text-cases.ts";

/** Every hostile file with its expected result. */
export const corpus: readonly HostileCase[] = [
  ...textCases,
  ...jsonCases,
  ...columnarCases,
  ...packedCases,
  ...foreignCases,
  ...sheetCases,
  ...mapCases,
  ...markupCases,
  ...mediaCases,
];
