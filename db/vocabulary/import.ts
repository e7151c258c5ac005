/** Uploads fetched from an address. */

/** `croissant`: the address names a document that lists the files of a folder. */
export const importKinds = ["file", "croissant"] as const;
export type ImportKind = (typeof importKinds)[number];

export const importStates = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type ImportState = (typeof importStates)[number];
