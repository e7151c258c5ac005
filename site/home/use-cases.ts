import { listCategories } from "../../market/catalogue/read.ts";
import { listThumbnails } from "../../market/catalogue/read-charts.ts";
import type { CategoryView } from "../../market/catalogue/schemas.ts";
import type { Context } from "../../market/context.ts";
import type { SearchHit } from "../../market/search/hit-schemas.ts";
import { type SearchQuery, searchQuery } from "../../market/search/schemas.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
import type { Thumbnails } from "../catalogue/tile/dataset-tile.tsx";

import { chooseShown } from "./choose-shown.ts";

/** Examples of the current catalogue. The lists may be empty. */
export type FrontPageView = {
  categories: CategoryView[];
  shown: SearchHit[];
  thumbnails: Thumbnails;
};

const shownMax = 6;
/** Counting a large catalogue is slow, and a front page may be a few seconds old. */
const keptSeconds = 10;

/** In order of preference. */
const searches: Record<string, string>[] = [
  { sort: "ending", limit: "2" },
  { sort: "quality", free: "false", limit: "4" },
  { sort: "quality", limit: "12" },
  { sort: "newest", limit: "6" },
];

export function homeUseCases(ctx: Context) {
  const find = async (asked: Record<string, string>): Promise<SearchHit[]> => {
    const query: SearchQuery = searchQuery.parse(asked);
    return (await searchDatasets(ctx, query)).items;
  };
  const read = async (): Promise<FrontPageView> => {
    const categories = await listCategories(ctx);
    // One after the other: at once, they would take every turn of a busy catalogue.
    const found: SearchHit[][] = [];
    for (const asked of searches) found.push(await find(asked));
    const shown = chooseShown(found.flat(), shownMax);
    const thumbnails = await listThumbnails(
      ctx,
      shown.map(({ id }) => id),
    );
    return { categories, shown, thumbnails };
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
