/** The refusal of header fields that are too large, which every operation documents. */
import { HEADER_BYTES_MAX } from "../../../market/limits.ts";
import type { Answer } from "../../support/api.ts";
import type { World } from "./world.ts";

type Paths = Record<string, Record<string, { operationId: string }>>;

/** Refused before any other check, at each address alike. */
export function largeHeaders(paths: Paths, operationId: string): (w: World) => Promise<Answer> {
  const headers = { "x-large": "x".repeat(HEADER_BYTES_MAX) };
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId !== operationId) continue;
      return (w) => w.api.send(method.toUpperCase(), path, { headers });
    }
  }
  throw new Error(`no address has the operation ${operationId}`);
}
