/** Reads a table's parts (shards, partitions, sheets by year) one after the other as one table. */
import pl from "nodejs-polars";
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import { displayName } from "../base/display-name.ts";
import type { ProfileInput } from "../base/input.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import {
  frameColumn,
  type GeometryFacts,
  type RawKind,
  type TableChunk,
  type TableFacts,
  type TableSource,
  withFacts,
} from "../base/table.ts";
import { unionOfBounds } from "../describe/coordinates.ts";
import { toSeries } from "../read/json/series.ts";
import type { TablePart } from "./table-part.ts";

/** A part could not be read: which one, and why. */
export class PartFault extends Error {
  override readonly name = "PartFault";
  readonly part: TablePart;

  constructor(part: TablePart, cause: unknown) {
    super(`part ${part.path}`, { cause });
    this.part = part;
  }
}

type PartFacts = { path: string; facts: TableFacts; rows: number; positions: readonly number[] };

/** One table over several parts. Columns are matched by name, in the first part's order. */
export class PartsSource implements TableSource {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly #parts: readonly TablePart[];
  readonly #input: ProfileInput;
  readonly #names: string[];
  /** The columns' kinds so far, if they are final. */
  readonly #kinds: (RawKind | undefined)[] = [];
  #facts: PartFacts[] = [];

  constructor(parts: readonly TablePart[], first: TableSource, input: ProfileInput) {
    this.#parts = parts;
    this.#input = input;
    this.format = first.format;
    this.encoding = first.encoding;
    this.delimiter = first.delimiter;
    this.#names = [...first.names];
  }

  get names(): readonly string[] {
    return this.#names;
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    this.#facts = [];
    let bytesBefore = 0;
    for (const part of this.#parts) {
      try {
        for await (const chunk of this.#chunksOf(part)) {
          const bytesDone = bytesBefore + Math.min(chunk.bytesDone, part.byteSize);
          yield withFacts(chunk, { bytesDone });
        }
      } catch (error) {
        throw new PartFault(part, error);
      }
      bytesBefore += part.byteSize;
    }
  }

  async *#chunksOf(part: TablePart): AsyncGenerator<TableChunk> {
    const source = await part.open(this.#input);
    let rows = 0;
    let positions: number[] = [];
    for await (const chunk of source.chunks()) {
      positions = source.names.map((name) => this.#positionOf(name));
      rows += chunk.rows;
      yield this.#settle(this.#rearrange(chunk, positions));
    }
    this.#facts.push({ path: part.path, facts: source.facts(), rows, positions });
  }

  #positionOf(name: string): number {
    const known = this.#names.indexOf(name);
    if (known >= 0) return known;
    return this.#names.push(name) - 1;
  }

  /** Moves a chunk's columns to the table's positions; columns of other parts are missing in it. */
  #rearrange(chunk: TableChunk, positions: readonly number[]): TableChunk {
    const isSame = positions.every((position, index) => position === index);
    if (isSame && chunk.kinds.length === this.#names.length) return chunk;
    const origin = this.#names.map((_, position) => positions.indexOf(position));
    const columns = chunk.frame.getColumns();
    const missing = new Array<null>(chunk.rows).fill(null);
    // Only records differ in their columns, so a column takes the type that the records have.
    const kinds = origin.map((index, position) => {
      return chunk.kinds[index] ?? this.#kinds[position] ?? "empty";
    });
    const series = origin.map((index, position) => {
      const name = frameColumn(position);
      return columns[index]?.alias(name) ?? toSeries(missing, name, kinds[position] ?? "empty");
    });
    return {
      ...chunk,
      cells: null,
      frame: pl.DataFrame(series),
      kinds,
      pick: (offsets) =>
        chunk.pick(offsets).map((row) => origin.map((index) => (index < 0 ? null : row[index]))),
    };
  }

  /** Allows one difference between parts of one program: whole numbers here and fractions there. */
  #settle(chunk: TableChunk): TableChunk {
    let frame: pl.DataFrame | null = null;
    const kinds = chunk.kinds.map((kind, index): RawKind => {
      const before = this.#kinds[index];
      if (before === "number" && kind === "integer") {
        const name = frameColumn(index);
        frame ??= chunk.frame;
        frame = frame.withColumn(frame.getColumn(name).cast(pl.Float64).alias(name));
        return "number";
      }
      if (isSettled(before, kind)) return kind;
      if (kind !== "empty") this.#kinds[index] = kind;
      return kind;
    });
    return frame ? { ...chunk, cells: null, frame, kinds } : chunk;
  }

  facts(): TableFacts {
    const all = this.#facts;
    const badlyNamedColumns = new Set(
      all.flatMap(({ facts, positions }) =>
        [...facts.badlyNamedColumns].map((index) => positions[index] ?? index),
      ),
    );
    return {
      raggedRows: sumOf(all, ({ facts }) => facts.raggedRows),
      cellsUnread: sumOf(all, ({ facts }) => facts.cellsUnread ?? 0),
      badlyNamedColumns,
      mixes: mergeMixes(all),
      geometries: mergeGeometries(all),
      alerts: mergeAlerts(all),
    };
  }
}

const freeKinds: ReadonlySet<RawKind> = new Set(["text", "json_text", "digits", "empty", "mixed"]);

/** Whether a column continues unchanged; throws if a part has values of another type. */
function isSettled(before: RawKind | undefined, kind: RawKind): boolean {
  if (before === undefined || before === kind || kind === "empty") return before === kind;
  if (before === "integer" && kind === "number") return false;
  if (freeKinds.has(before) || freeKinds.has(kind)) return false;
  const detail = `A column is ${kind} here and ${before} in an earlier part.`;
  throw new DatasetRefusal("malformed_file", detail);
}

function sumOf(all: readonly PartFacts[], read: (part: PartFacts) => number): number {
  return all.reduce((sum, part) => sum + read(part), 0);
}

function mergeMixes(all: readonly PartFacts[]): TableFacts["mixes"] {
  const merged = new Map<number, { dominantShare: number; description: string }>();
  const rows = Math.max(
    1,
    sumOf(all, (part) => part.rows),
  );
  for (const { facts, positions, rows: own } of all) {
    for (const [index, { dominantShare, description }] of facts.mixes) {
      const position = positions[index] ?? index;
      const lost = ((1 - dominantShare) * own) / rows;
      const before = merged.get(position)?.dominantShare ?? 1;
      merged.set(position, { dominantShare: Math.max(0, before - lost), description });
    }
  }
  return merged;
}

function mergeGeometries(all: readonly PartFacts[]): ReadonlyMap<number, GeometryFacts> {
  const merged = new Map<number, GeometryFacts>();
  for (const { facts, positions } of all) {
    for (const [index, { bounds, types }] of facts.geometries ?? []) {
      const position = positions[index] ?? index;
      const before = merged.get(position);
      const boxes = [before?.bounds ?? null, bounds].map((box) => ({ bounds: box }));
      const counts: Record<string, number> = { ...before?.types };
      for (const [name, count] of Object.entries(types)) counts[name] = (counts[name] ?? 0) + count;
      merged.set(position, { bounds: unionOfBounds(boxes), types: counts });
    }
  }
  return merged;
}

/** Reports an alert that occurs in several parts once, with the first part and their number. */
function mergeAlerts(all: readonly PartFacts[]): ProfileAlert[] {
  const byCode = new Map<string, { first: ProfileAlert; path: string; parts: number }>();
  for (const { facts, path } of all) {
    for (const alert of facts.alerts) {
      const held = byCode.get(alert.code);
      if (held) held.parts++;
      else byCode.set(alert.code, { first: alert, path, parts: 1 });
    }
  }
  return [...byCode.values()].map(({ first, path, parts }) => {
    const more = parts > 1 ? ` It is one of ${parts} parts with this alert.` : "";
    return { ...first, detail: `In the part ${displayName(path)}: ${first.detail}${more}` };
  });
}
