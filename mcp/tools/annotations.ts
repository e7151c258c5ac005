import type { ToolEffect } from "../../market/contract/contract.ts";

/** MCP's tool annotations, which hosts read before they ask their human. */

/** Reads public data, which strangers wrote. */
export const publicRead = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
/** Publishes something. A repeat publishes again (`publicAct`) or replaces it (`publicWrite`). */
const publicAct = { ...publicRead, readOnlyHint: false, idempotentHint: false };
const publicWrite = { ...publicRead, readOnlyHint: false };

/** For the caller's own data. */
const ownRead = { ...publicRead, openWorldHint: false };
const ownAct = { ...publicAct, openWorldHint: false };
const ownWrite = { ...ownRead, readOnlyHint: false };

/** Moves money: a host should ask its human. */
const movesMoney = { ...publicWrite, destructiveHint: true };

export const annotationsOf: Record<ToolEffect, typeof publicRead> = {
  reads: publicRead,
  reads_own: ownRead,
  reads_anew: { ...publicRead, idempotentHint: false },
  reads_own_anew: { ...ownRead, idempotentHint: false },
  acts: publicAct,
  replaces: publicWrite,
  acts_own: ownAct,
  replaces_own: ownWrite,
  cancels_own: { ...ownWrite, destructiveHint: true },
  deletes_own: { ...ownAct, destructiveHint: true },
  calls_off: publicWrite,
  moves_money: movesMoney,
  commits_money: { ...movesMoney, idempotentHint: false },
};
