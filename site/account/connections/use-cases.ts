import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { listBidsOfKey } from "../../../market/auction/list-own-bids.ts";
import type { Authorizations } from "../../../market/connection/authorization-port.ts";
import { editConnection } from "../../../market/connection/edit-connection.ts";
import { endConnection } from "../../../market/connection/end-connection.ts";
import {
  type ConnectionView,
  listOwnConnections,
  readOwnConnection,
} from "../../../market/connection/read.ts";
import { connectionPatch } from "../../../market/connection/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { listLatestOfKey } from "../../../market/purchase/read.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import type { ConnectionActs } from "./acts.tsx";

/** The most purchases, and the most bids, that a program's page shows. */
const actsShownMax = 10;

export function connectionUseCases(ctx: Context, authorizations: Authorizations | null) {
  return {
    listConnections: async (
      owner: OwnerActor,
      { limit, offset }: PageWanted,
    ): Promise<PageOf<ConnectionView>> => {
      const all = await listOwnConnections(ctx, owner);
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
    getConnection: (owner: OwnerActor, connectionId: string): Promise<ConnectionView> =>
      readOwnConnection(ctx, owner, connectionId),
    /** Null for a program that can neither buy nor bid. */
    listConnectionActs: async (
      owner: OwnerActor,
      { apiKeyId }: ConnectionView,
    ): Promise<ConnectionActs | null> => {
      if (apiKeyId === null) return null;
      const of = { apiKeyId, rowsMax: actsShownMax };
      const [purchases, bids] = await Promise.all([
        listLatestOfKey(ctx, owner, of),
        listBidsOfKey(ctx, owner, of),
      ]);
      return { purchases, bids };
    },
    changeConnection: async (
      owner: OwnerActor,
      connectionId: string,
      form: Record<string, unknown>,
    ): Promise<void> => {
      await editConnection(ctx, owner, connectionId, parseForm(connectionPatch, form));
    },
    /** Ending the connection already invalidates its tokens; they are deleted afterwards. */
    endConnection: async (
      owner: OwnerActor,
      connectionId: string,
      options: { withdraw_listings: boolean },
    ): Promise<void> => {
      const { connection } = await endConnection(ctx, owner, connectionId, options);
      await authorizations?.end(connection.grantId);
    },
  };
}
