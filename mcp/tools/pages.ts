/** How tools walk lists: by the cursor of the page before. */
import { z } from "zod";
import { CURSOR_CHARS_MAX } from "../../market/limits.ts";

export const cursor = z
  .string()
  .min(1)
  .max(CURSOR_CHARS_MAX)
  .optional()
  .describe("Last next_cursor.");

/** Said after a page that is not the last. */
export function moreOf({ next_cursor: next }: { next_cursor: string | null }): string {
  return next === null ? "" : ` There are more: cursor=${next}.`;
}
