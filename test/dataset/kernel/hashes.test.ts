/** The kernel's hashes of cells equal Polars'. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import pl from "nodejs-polars";
import { allBits, Kernel } from "../../../dataset/kernel/kernel.ts";
import { rowHashKey } from "../../../dataset/kernel/polars-hashes.ts";

const kernel = new Kernel(2 ** 24);

test("its hashes are those of the Polars at hand", () => {
  expect(kernel.agrees).toBe(true);
});

/** Columns of cells, as `findCells` leaves them; an empty text is a missing cell. */
function place(columns: readonly (readonly string[])[]): number[] {
  kernel.freeAll();
  return columns.map((texts) => {
    const encoded = texts.map((text) => Buffer.from(text));
    const cells = kernel.take(texts.length * 8);
    const block = kernel.take(encoded.reduce((sum, { length }) => sum + length, 64));
    const words = kernel.hashesAt(cells, texts.length).fill(0n);
    const bytes = kernel.bytes();
    let at = block;
    for (const [row, text] of encoded.entries()) {
      if (text.length === 0) continue;
      words[row] = BigInt(at) | (BigInt(text.length) << 32n);
      bytes.set(text, at);
      at += text.length;
    }
    return cells;
  });
}

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ minLength: 100, maxLength: 3000 }),
);

test("random rows are hashed as Polars hashes them", () => {
  const tables = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 }))
    .chain(([columns, rows]) => {
      const column = fc.array(text, { minLength: rows, maxLength: rows });
      return fc.array(column, { minLength: columns, maxLength: columns });
    });
  fc.assert(
    fc.property(tables, (columns) => {
      const rows = columns[0]?.length ?? 0;
      const placed = place(columns);
      const [hashes, kept] = [kernel.take(rows * 8), kernel.take(rows * 8)];
      const alone = columns.map((_, i) => {
        const isFirst = i === 0 ? 1 : 0;
        kernel.program.hashIntoRows(placed[i] ?? 0, 0, rows, hashes, isFirst, kernel.seed, kept);
        return [...kernel.hashesAt(kept, rows)];
      });
      const series = columns.map((texts, i) => {
        const cells = texts.map((cell) => (cell === "" ? null : cell));
        return pl.Series(`c${i}`, cells, pl.Utf8);
      });
      const frame = pl.DataFrame(series);
      const ofRows = frame.hashRows(...rowHashKey).toTypedArray() as BigUint64Array;
      expect([...kernel.hashesAt(hashes, rows)]).toEqual([...ofRows]);
      const ofCells = series.map((cells) => [...(cells.hash().toTypedArray() as BigUint64Array)]);
      expect(alone).toEqual(ofCells);
    }),
  );
});

test("random numbers are hashed as Polars hashes them", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 200 }), (numbers) => {
      kernel.freeAll();
      const { length } = numbers;
      const [values, places, hashes, kept] = [8, 4, 8, 4].map((bytes) => {
        return kernel.take(length * bytes);
      }) as [number, number, number, number];
      kernel.floatsAt(values, length).set(numbers);
      const { program, numberState } = kernel;
      program.hashNumbers(values, places, length, 1, allBits, numberState, 0n, hashes, kept);
      const wanted = pl.Series("n", numbers, pl.Float64).hash().toTypedArray() as BigUint64Array;
      expect([...kernel.hashesAt(hashes, length)]).toEqual([...wanted]);
    }),
  );
});
