/**
 * Counts the signs in which many rows differ from one, by sixteen bytes at once: WebAssembly with SIMD, which JavaScript
 * itself has not. Written out by hand, since it is thirty instructions.
 */

/** `rows` rows of `rowBytes` from `from` on, each against the one at `asked`; a count of two bytes each from `to` on. */
export type CountDiffering = (
  from: number,
  rows: number,
  rowBytes: number,
  asked: number,
  to: number,
) => void;

/** Rows are so many bytes, or a multiple. */
export const blockBytes = 16;

const [from, rows, rowBytes, asked, to, at, sum] = [0, 1, 2, 3, 4, 5, 6];
const [i32, v128, noResult] = [0x7f, 0x7b, 0x40];
const [loop, end, repeatIf] = [0x03, 0x0b, [0x0d, 0]];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const setAndGet = (local: number) => [0x22, local];
const number = (value: number) => [0x41, value];
const [add, subtract, isLess] = [0x6a, 0x6b, 0x49];
const storeTwoBytes = [0x3b, 0, 0];
/** The instructions of vectors: a prefix, and a number of two bytes from 128 on. */
const vector = (code: number) => [0xfd, ...(code < 128 ? [code] : [code, 1])];
const load = [...vector(0), 0, 0];
const zeros = [...vector(12), ...new Array<number>(blockBytes).fill(0)];
const [differing, countBits] = [vector(81), vector(98)];
const [bytesInPairs, addPairs, pairsInFours] = [vector(125), vector(142), vector(127)];
const lane = (index: number) => [...vector(27), index];

const locals = [2, 1, i32, 1, v128];
const countRow = [
  ...[...zeros, ...set(sum), ...number(0), ...set(at)],
  ...[loop, noResult, ...get(sum)],
  ...[...get(from), ...get(at), add, ...load, ...get(asked), ...get(at), add, ...load],
  ...[...differing, ...countBits, ...bytesInPairs, ...addPairs, ...set(sum)],
  ...[...get(at), ...number(blockBytes), add, ...setAndGet(at), ...get(rowBytes), isLess],
  ...[...repeatIf, end],
  ...[...get(to), ...get(sum), ...pairsInFours, ...set(sum)],
  ...[...get(sum), ...lane(0), ...get(sum), ...lane(1), add],
  ...[...get(sum), ...lane(2), add, ...get(sum), ...lane(3), add, ...storeTwoBytes],
];
const body = [
  ...[...locals, loop, noResult, ...countRow],
  ...[...get(to), ...number(2), add, ...set(to)],
  ...[...get(from), ...get(rowBytes), add, ...set(from)],
  ...[...get(rows), ...number(1), subtract, ...setAndGet(rows), ...repeatIf, end, end],
];

/** A length below 16,384, as WebAssembly spells it. */
const length = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
const section = (id: number, bytes: number[]) => [id, ...length(bytes.length), ...bytes];
const name = (text: string) => [text.length, ...Buffer.from(text)];

const moduleBytes = Uint8Array.from([
  ...[0, ...Buffer.from("asm"), 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
  ...section(2, [1, ...name("own"), ...name("memory"), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...name("count"), 0, 0]),
  ...section(10, [1, ...length(body.length), ...body]),
]);

/** Over this memory; null where the machine has no such instructions. `rows` is at least 1. */
export function openCountDiffering(memory: WebAssembly.Memory): CountDiffering | null {
  if (!WebAssembly.validate(moduleBytes)) return null;
  const program = new WebAssembly.Module(moduleBytes);
  const { count } = new WebAssembly.Instance(program, { own: { memory } }).exports;
  return typeof count === "function" ? (count as CountDiffering) : null;
}
