/** snappyjs brings no types; only what is used of it is declared. */
declare module "snappyjs" {
  /** Throws when the data is broken or says that it decodes to more than `bytesMax` bytes. */
  export function uncompress(compressed: Buffer, bytesMax?: number): Buffer;
}
