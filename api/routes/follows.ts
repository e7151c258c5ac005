import { follows } from "../../market/follow/contract.ts";
import { follow } from "../../market/follow/follow.ts";
import { listFollows } from "../../market/follow/read.ts";
import { unfollow } from "../../market/follow/unfollow.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const followRoutes = (edge: Edge) =>
  bind(edge, follows, {
    follow: (ctx, caller, { body }) => follow(ctx, caller, body),
    listFollows: (ctx, caller, { query }) => listFollows(ctx, caller, query),
    unfollow: (ctx, caller, { params }) => unfollow(ctx, caller, params.id),
  });
