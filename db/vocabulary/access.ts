/** `withdrawn`: the seller took an approval back, for future orders. */
export const accessStates = ["pending", "approved", "declined", "withdrawn"] as const;
export type AccessState = (typeof accessStates)[number];
