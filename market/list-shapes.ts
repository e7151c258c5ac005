/** The query and pagination shapes of lists that are paged only by cursor. */
import { z } from "zod";
import { CURSOR_CHARS_MAX } from "./limits.ts";
import { pageQuery } from "./text.ts";

export const cursorQuery = {
  limit: pageQuery.limit,
  cursor: z.string().min(1).max(CURSOR_CHARS_MAX).optional().meta({
    description: "The `next_cursor` of the page before.",
  }),
};

/**
 * For a list that is paged by cursor or by offset; refine its schema with {@link cursorOrOffset}.
 */
export const walkQuery = {
  ...pageQuery,
  cursor: cursorQuery.cursor.meta({
    description: "The `next_cursor` of the page before; not together with `offset`.",
  }),
};

export function cursorOrOffset(
  query: { cursor?: string | undefined; offset: number },
  issues: z.RefinementCtx,
): void {
  if (query.cursor === undefined || query.offset === 0) return;
  issues.addIssue({ code: "custom", path: ["cursor"], message: "give cursor or offset" });
}

export const cursorPagination = z
  .object({
    limit: z.int().min(1).meta({ description: "The effective limit." }),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().meta({
      description: "For the next page's `cursor`; null on the last page.",
    }),
  })
  .meta({ id: "CursorPagination" });
