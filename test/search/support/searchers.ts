/** The ways of searching that are measured: our own use case, and a library's BM25 as an outside peer. */
import MiniSearch from "minisearch";
import type { Context } from "../../../market/context.ts";
import { searchQuery } from "../../../market/search/schemas.ts";
import { searchDatasets } from "../../../market/search/search-datasets.ts";
import type { FindNear } from "../../../market/search/vector-port.ts";
import type { CorpusListing } from "./corpus.ts";
import type { InsertedCorpus } from "./insert-corpus.ts";
import { rankedMax, type Searcher } from "./measure.ts";

/** Which of the answer's hits a layer may show; each is what the search says of itself. */
export type Layer = {
  /** Parameters of the search besides the words. */
  extra?: Record<string, string>;
  /** Whether hits that lack words are shown. */
  partial: boolean;
  /** Whether synonyms and translations are searched beside the words. */
  expand: boolean;
  /** Asks by meaning, too; the context has a model then. */
  findNear?: FindNear;
  /** Whether an answer to words that were spelt otherwise is shown. */
  spelling: boolean;
};

export const allLayers: Layer = { partial: true, spelling: true, expand: true };

/** The search of the API, asked as its route asks it, with what a layer leaves of its answer. */
export function ourSearcher(ctx: Context, keys: InsertedCorpus, layer: Layer): Searcher {
  return async (question) => {
    const { extra = {}, findNear } = layer;
    const query = searchQuery.parse({ query: question, limit: String(rankedMax), ...extra });
    const { items, corrected_query: corrected } = await searchDatasets(
      ctx,
      query,
      findNear ?? null,
      layer,
    );
    if (corrected !== null && !layer.spelling) return [];
    const shown = items.filter((item) => layer.partial || item.missing_words.length === 0);
    return shown.map(({ id }) => keys.get(id) ?? id);
  };
}

/** MiniSearch's BM25+ over the same texts; `fuzzy` finds words of a few other letters, and beginnings. */
export function peerSearcher(corpus: readonly CorpusListing[], fuzzy: boolean): Searcher {
  const peer = new MiniSearch<Record<string, string>>({
    idField: "key",
    fields: ["title", "description", "tags", "columns"],
    searchOptions: {
      boost: { title: 2 },
      ...(fuzzy ? { fuzzy: 0.2, prefix: true } : {}),
    },
  });
  peer.addAll(
    corpus.map(({ key, title, description, tags, columns }) => ({
      key,
      title,
      description,
      tags: tags.join(" "),
      columns: columns.map(([name]) => name).join(" "),
    })),
  );
  return async (question) =>
    peer
      .search(question)
      .slice(0, rankedMax)
      .map(({ id }) => String(id));
}
