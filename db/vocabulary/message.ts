export const threadSides = ["buyer", "seller"] as const;
export type ThreadSide = (typeof threadSides)[number];
