/** snappyjs has no types; this declares only what we use. */
declare module "snappyjs" {
  /** Throws if the data is damaged or states a decoded size above `bytesMax`. */
  export function uncompress(compressed: Buffer, bytesMax?: number): Buffer;
}
