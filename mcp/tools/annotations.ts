import type { ToolEffect } from "../../market/contract/contract.ts";

/** What hosts are told of a tool before they ask their human (MCP's tool annotations). */

/** Reads what anyone may read; what it reads was written by strangers. */
export const publicRead = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
/** Says something to others; a repeat says it again, or replaces what was said. */
const publicAct = { ...publicRead, readOnlyHint: false, idempotentHint: false };
const publicWrite = { ...publicRead, readOnlyHint: false };

/** Of what is the caller's own. */
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
