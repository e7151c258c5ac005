/** SHA-256 of bytes that arrive in chunks (FIPS 180-4); Web Crypto hashes only whole buffers. */
/** An incremental hash; `node:crypto` has a faster one, which the `/node` entry uses. */
export type Hash = {
    update(bytes: Uint8Array): void;
    hex(): string;
};
export type CreateHash = () => Hash;
export declare function createSha256(): Hash;
