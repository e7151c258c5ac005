/** Asks for a recommendation for every need, and measures the answers. */
import type { Context } from "../../../market/context.ts";
import { recommendDataset } from "../../../market/recommendation/recommend-dataset.ts";
import { searchQuery } from "../../../market/search/schemas.ts";
import { searchDatasets } from "../../../market/search/search-datasets.ts";
import type { FindNear } from "../../../market/search/vector-port.ts";
import type { JudgedNeed, Question } from "./corpus.ts";
import type { InsertedCorpus } from "./insert-corpus.ts";

export type Recommended = {
  need: Pick<JudgedNeed, "answers">;
  /** The keys of the candidates, best first; empty: nothing fits. */
  ranking: string[];
};

export type NeedMeans = {
  needs: number;
  /** Of the answers "nothing fits", the share that is right; null without one. */
  nothingPrecision: number | null;
  /** Of the needs that nothing fits, the share that is answered so. */
  nothingRecall: number | null;
  /** Of the needs that something fits, the share with a right dataset first, or among three. */
  rightFirst: number;
  rightAmongThree: number;
};

type Asked = Pick<JudgedNeed, "need" | "answers">;

export async function recommendAll<Need extends Asked>(
  ctx: Context,
  keys: InsertedCorpus,
  { findNear, needs }: { findNear: FindNear | null; needs: readonly Need[] },
): Promise<{ need: Need; ranking: string[] }[]> {
  const answers: { need: Need; ranking: string[] }[] = [];
  for (const need of needs) {
    const search = (query: Parameters<typeof searchDatasets>[1]) =>
      searchDatasets(ctx, query, findNear);
    const { candidates } = await recommendDataset(ctx, search, need.need);
    answers.push({ need, ranking: candidates.map(({ id }) => keys.get(id) ?? id) });
  }
  return answers;
}

/**
 * Searches by the needs' words alone: the share with a good match of the needs that something fits, and the
 * share without one of those whose place or subject is on sale nowhere.
 */
export async function matchQualityOf(
  ctx: Context,
  { findNear, needs }: { findNear: FindNear | null; needs: readonly JudgedNeed[] },
): Promise<{ good: number; weak: number }> {
  const share = async (kinds: readonly JudgedNeed["kind"][], quality: "good" | "weak") => {
    const asked = needs.filter(({ kind }) => kinds.includes(kind));
    let count = 0;
    for (const { need } of asked) {
      const query = searchQuery.parse({ query: need.need });
      const { match_quality: found } = await searchDatasets(ctx, query, findNear);
      if ((found ?? "weak") === quality) count += 1;
    }
    return count / asked.length;
  };
  return { good: await share(["found"], "good"), weak: await share(["region", "absent"], "weak") };
}

/** A question of the search as a need in words alone. */
export const needOf = ({ question, answers }: Question): Asked => ({
  need: { need: question },
  answers,
});

export function needMeansOf(asked: readonly Recommended[]): NeedMeans {
  const isRight = ({ need }: Recommended, key: string | undefined) =>
    key !== undefined && need.answers[key] === 2;
  const hasAnswer = ({ need }: Recommended) => Object.values(need.answers).includes(2);
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const fitting = asked.filter(hasAnswer);
  const nothing = asked.filter(({ ranking }) => ranking.length === 0);
  const rightly = nothing.filter((one) => !hasAnswer(one)).length;
  const first = fitting.filter((one) => isRight(one, one.ranking[0])).length;
  const among = fitting.filter((one) => one.ranking.some((key) => isRight(one, key))).length;
  return {
    needs: asked.length,
    nothingPrecision: share(rightly, nothing.length),
    nothingRecall: share(rightly, asked.length - fitting.length),
    rightFirst: share(first, fitting.length) ?? 0,
    rightAmongThree: share(among, fitting.length) ?? 0,
  };
}
