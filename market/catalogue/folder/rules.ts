/** Which zip downloads may start, and which are too slow. Pure. */

/** A download of a folder as a zip file. */
export type ArchiveDownload = {
  /** The account that bought the folder; null for a free one, whose caller is unknown. */
  buyerId: string | null;
  /** The network that the request came from. */
  network: string;
};

export type ArchiveLimits = {
  atOnceMax: number;
  /** How many of these only purchases may take. */
  forPurchases: number;
  perBuyerMax: number;
  /** Free folders, and as many bought ones: neither excludes the other. */
  perNetworkMax: number;
};

/** The exhausted limit: the buyer's, the network's, or the process's. */
export type ArchiveRefusal = "buyer" | "network" | "process";

/** Every reason why this download may not start now; none if it may. */
export function refuseArchive(
  underway: Iterable<ArchiveDownload>,
  { buyerId, network }: ArchiveDownload,
  limits: ArchiveLimits,
): ArchiveRefusal[] {
  const isBought = buyerId !== null;
  const all = [...underway];
  const alike = all.filter((other) => (other.buyerId !== null) === isBought);
  const ofBuyer = alike.filter((other) => isBought && other.buyerId === buyerId);
  const ofNetwork = alike.filter((other) => other.network === network);
  const isFull =
    all.length >= limits.atOnceMax ||
    (!isBought && alike.length >= limits.atOnceMax - limits.forPurchases);
  return [
    ...(ofBuyer.length >= limits.perBuyerMax ? (["buyer"] as const) : []),
    ...(ofNetwork.length >= limits.perNetworkMax ? (["network"] as const) : []),
    ...(isFull ? (["process"] as const) : []),
  ];
}

/** A download's progress in a window of time. */
export type ArchivePace = {
  bytes: number;
  windowMs: number;
  /** The part of the window in which the client waited for the store, not the reverse. */
  storeMs: number;
};

export function isTooSlow(
  { bytes, windowMs, storeMs }: ArchivePace,
  bytesPerSecondMin: number,
): boolean {
  return bytes * 1000 < bytesPerSecondMin * (windowMs - storeMs);
}
