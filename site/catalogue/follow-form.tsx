/** The button that follows a seller, a dataset or a collection, and how many do. */

import type { FollowTarget } from "../../db/vocabulary/follow.ts";
import { counted } from "../../market/counted.ts";
import { FOLLOWERS_COUNTED_MAX } from "../../market/seller/limits.ts";
import { formatCount } from "../kit/format.ts";
import { Icon } from "../kit/icons.tsx";

type Props = {
  target: FollowTarget["kind"];
  id: string;
  followers: number;
};

/** Follows at once for people who are signed in; others sign in and return. */
export function FollowForm({ target, id, followers }: Props): JSX.Element {
  return (
    <form method="post" action="/account/following/save" class="follow">
      <input type="hidden" name={target} value={id} />
      <button class="button plain small-button" type="submit">
        <Icon name="bell" />
        {`Follow this ${target}`}
      </button>
      {followers > 0 && (
        <span class="small muted" safe>
          {followersText(followers)}
        </span>
      )}
    </form>
  );
}

function followersText(followers: number): string {
  if (followers < FOLLOWERS_COUNTED_MAX) return counted(followers, "follower");
  return `${formatCount(followers)}+ followers`;
}
