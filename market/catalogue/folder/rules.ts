/** Who may download a folder as a zip file next to those who already do, and who is too slow. Pure. */

/** A download of a folder as a zip file. */
export type ArchiveDownload = {
  /** The account that bought the folder; null for a free one, which has no known caller. */
  buyerId: string | null;
  /** The network that the request came from. */
  network: string;
};

export type ArchiveLimits = {
  atOnceMax: number;
  /** Of these, places that only purchases may take. */
  forPurchases: number;
  perBuyerMax: number;
  /** Of free folders, and as many again of bought ones: neither keeps the other out. */
  perNetworkMax: number;
};

/** What has no place left: those of the buyer, of the network, or of the process. */
export type ArchiveRefusal = "buyer" | "network" | "process";

/** Every reason why this download may not begin now; none where it may. */
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

/** What a download did in a window of time. */
export type ArchivePace = {
  bytes: number;
  windowMs: number;
  /** The part of the window in which the client waited for us, not we for the client. */
  storeMs: number;
};

export function isTooSlow(
  { bytes, windowMs, storeMs }: ArchivePace,
  bytesPerSecondMin: number,
): boolean {
  return bytes * 1000 < bytesPerSecondMin * (windowMs - storeMs);
}
