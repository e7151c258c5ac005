import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { FollowTarget } from "../../../db/vocabulary/follow.ts";
import type { Context } from "../../../market/context.ts";
import { follow } from "../../../market/follow/follow.ts";
import { listOwnerFollows } from "../../../market/follow/read.ts";
import { followBody } from "../../../market/follow/schemas.ts";
import { unfollow } from "../../../market/follow/unfollow.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export function followUseCases(ctx: Context) {
  return {
    /** Newest first. */
    listFollows: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnerFollows(ctx, owner, page)),
    /** With daily mails, which the person can turn off. */
    follow: async (owner: OwnerActor, { kind, id }: FollowTarget): Promise<void> => {
      await follow(ctx, owner, parseForm(followBody, { [`${kind}_id`]: id, mail: "daily" }));
    },
    unfollow: async (owner: OwnerActor, id: string): Promise<void> => {
      await unfollow(ctx, owner, id);
    },
  };
}
