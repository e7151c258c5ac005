import { listCategories } from "../../market/catalogue/read.ts";
import type { CategoryView } from "../../market/catalogue/schemas.ts";
import type { Context } from "../../market/context.ts";
import type { SearchHit } from "../../market/search/hit-schemas.ts";
import { type SearchQuery, searchQuery } from "../../market/search/schemas.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";

/** Examples of the current catalogue. A list may be empty. */
export type FrontPageView = {
  categories: CategoryView[];
  newest: SearchHit[];
  /** Auctions, ending soonest first. */
  ending: SearchHit[];
  /** Free datasets, best quality first. */
  free: SearchHit[];
};

const examplesMax = 4;
/** Counting a large catalogue is slow, and a front page may be a few seconds old. */
const keptSeconds = 10;

const searches = {
  newest: { sort: "newest" },
  ending: { sort: "ending" },
  free: { sort: "quality", free: "true" },
} as const;

export function homeUseCases(ctx: Context) {
  const find = async (asked: Record<string, string>): Promise<SearchHit[]> => {
    const query: SearchQuery = searchQuery.parse({ limit: String(examplesMax), ...asked });
    return (await searchDatasets(ctx, query)).items;
  };
  const read = async (): Promise<FrontPageView> => {
    const [categories, newest, ending, free] = await Promise.all([
      listCategories(ctx),
      find(searches.newest),
      find(searches.ending),
      find(searches.free),
    ]);
    return { categories, newest, ending, free };
  };
  let kept: { view: Promise<FrontPageView>; untilMs: number } | null = null;
  return {
    /** Keeps a view for `keptSeconds`. A failed read is not kept; it rejects. */
    viewFrontPage: async (): Promise<FrontPageView | null> => {
      const nowMs = ctx.now().getTime();
      if (kept !== null && nowMs < kept.untilMs) return kept.view;
      const view = read();
      kept = { view, untilMs: nowMs + keptSeconds * 1000 };
      view.catch(() => {
        kept = null;
      });
      return view;
    },
  };
}
