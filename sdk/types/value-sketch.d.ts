/** Hashes have 48 bits: all are below this. */
export declare const HASH_LIMIT: number;
/** The most hashes of a sketch. */
export declare const SKETCH_HASHES_MAX = 1000;
/** The length of the longest sketch as text. */
export declare const SKETCH_CHARS_MAX: number;
/** The hash of a value that `normalizeValue` returned. */
export declare function hashValue(normalized: string): number;
export type Sketch = {
    /** All hashes of the values below `below`, ascending, at most `SKETCH_HASHES_MAX`. */
    hashes: number[];
    below: number;
};
/** The share of the different values that the sketch contains: a uniform sample. */
export declare function sketchedShare({ below }: Sketch): number;
/** The number of different values: exact for up to `SKETCH_HASHES_MAX`, otherwise within some 6 % (95 %). */
export declare function countDistinct(sketch: Sketch): number;
/** Collects values of any number in constant memory. */
export declare class ValueSketch {
    #private;
    /** Blank values are ignored, as are repetitions. */
    add(value: string | number): void;
    get sketch(): Sketch;
    /** The text for `POST /matches`. */
    toString(): string;
}
/** The sketch of the values, for `POST /matches`. */
export declare function sketchValues(values: Iterable<string | number>): string;
/** Null if the text is no sketch of this version. */
export declare function decodeSketch(text: string): Sketch | null;
