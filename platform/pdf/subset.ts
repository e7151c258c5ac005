/** Makes a font file with a part of another's glyphs, by HarfBuzz's WebAssembly, which has no wrapper. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

type HarfBuzz = {
  memory: WebAssembly.Memory;
  malloc(byteSize: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, free: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
};

/** hb_memory_mode_t: HarfBuzz may write to the copy. */
const MEMORY_WRITABLE = 2;
/** hb_subset_sets_t. */
const DROPPED_TABLES = 3;
/** hb_subset_flags_t: no hinting, ids stay, the box for missing characters keeps its outline. */
const FLAGS = 0x01 | 0x02 | 0x40;
/** A PDF file names glyphs by id and has its own texts and metrics. */
const unused = ["GSUB", "GPOS", "GDEF", "kern", "cmap", "name", "post", "OS/2", "FFTM"];

let loaded: HarfBuzz | null = null;

function harfBuzz(): HarfBuzz {
  if (loaded !== null) return loaded;
  const { resolve } = createRequire(import.meta.url);
  const wasm = readFileSync(resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  (exports as { _initialize(): void })._initialize();
  loaded = exports as HarfBuzz;
  return loaded;
}

export function subsetFont(font: Uint8Array, glyphIds: Iterable<number>): Uint8Array {
  const hb = harfBuzz();
  const data = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer, data, font.length).set(font);
  const blob = hb.hb_blob_create(data, font.length, MEMORY_WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, FLAGS);
  const glyphs = hb.hb_subset_input_glyph_set(input);
  for (const id of glyphIds) hb.hb_set_add(glyphs, id);
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
  for (const name of unused) hb.hb_set_add(dropped, tagOf(name));
  const made = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  if (made === 0) throw new Error("HarfBuzz made no subset of the font");
  const result = hb.hb_face_reference_blob(made);
  hb.hb_face_destroy(made);
  const start = hb.hb_blob_get_data(result, 0);
  const bytes = new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(result)).slice();
  hb.hb_blob_destroy(result);
  hb.free(data);
  return bytes;
}

const tagOf = (name: string): number => Buffer.from(name, "latin1").readUInt32BE();
