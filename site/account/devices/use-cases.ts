import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import {
  endOtherSessions,
  endSession,
  listOwnSessions,
} from "../../../market/account/session/sessions.ts";
import type { Context } from "../../../market/context.ts";

export function deviceUseCases(ctx: Context) {
  return {
    listDevices: (owner: OwnerActor) => listOwnSessions(ctx, owner),
    signOutDevice: (owner: OwnerActor, sessionId: string): Promise<void> =>
      endSession(ctx, owner, sessionId),
    signOutOthers: (owner: OwnerActor, sessionId: string): Promise<void> =>
      endOtherSessions(ctx, owner, sessionId),
  };
}
