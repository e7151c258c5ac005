/** What the front page asks of the service. */
import { listCategories } from "../../market/catalogue/read.ts";
import type { CategoryView } from "../../market/catalogue/schemas.ts";
import type { Context } from "../../market/context.ts";
import type { SearchHit } from "../../market/search/hit-schemas.ts";
import { type SearchQuery, searchQuery } from "../../market/search/schemas.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";

/** Datasets that stand for the catalogue as it is now; a list is empty where there is none. */
export type FrontPageView = {
  categories: CategoryView[];
  newest: SearchHit[];
  /** Auctions, the next to end first. */
  ending: SearchHit[];
  /** Free ones, the best quality first. */
  free: SearchHit[];
};

const examplesMax = 4;
/** Counting a large catalogue takes long, and nobody minds a front page that is a little older. */
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
    /** Null when nothing is known of the catalogue: the page then goes without it. */
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
