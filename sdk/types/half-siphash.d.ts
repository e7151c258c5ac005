/** HalfSipHash-2-4 with 64 bits of output (github.com/veorq/SipHash): a keyed hash of texts. */
/**
 * Hashes a text as its UTF-16LE bytes. Without the key, nobody can compute a hash or construct a
 * text with a small one. State is kept in fields between calls: packages for this take ten times as
 * long.
 */
export declare class HalfSipHash {
    #private;
    /** `key`: 64 bits as sixteen hexadecimal digits. */
    constructor(key: string);
    /** The first 48 bits of the hash, as an integer. */
    hash48(text: string): number;
    /** The whole hash as two unsigned words, the lower one first. */
    hash64(text: string): [low: number, high: number];
}
