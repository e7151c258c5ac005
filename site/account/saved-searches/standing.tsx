import { counted } from "../../../market/counted.ts";
import type { OwnerSearchView } from "../../../market/saved-search/owner-searches.ts";
import { Badge, Foreign } from "../../kit/parts.tsx";
import { searchState } from "./words.ts";

/** Lists stop counting matches at this number. */
const MATCHES_COUNTED_MAX = 1_000;

export function SearchState({ search }: { search: OwnerSearchView }): JSX.Element {
  const { label, tone, why } = searchState(search);
  return (
    <span class="lines">
      <Badge tone={tone} label={label} />
      {why !== null && <span class="small">{why}</span>}
      {search.paused_detail !== null && (
        <span class="muted small">
          <Foreign text={search.paused_detail} />
        </span>
      )}
    </span>
  );
}

export function Keeper({ search }: { search: OwnerSearchView }): JSX.Element {
  if (search.agent_name === null) return "you, or an agent with your API key";
  return (
    <span>
      your seller agent <Foreign text={search.agent_name} />
    </span>
  );
}

/** For example "12 datasets", or "1,000 datasets or more". */
export function foundWords({ match_count: found }: OwnerSearchView): string {
  const words = counted(found, "dataset");
  return found < MATCHES_COUNTED_MAX ? words : `${words} or more`;
}
