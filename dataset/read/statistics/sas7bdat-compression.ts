/**
 * The two compressions of SAS' rows. Both return the number of bytes written, or -1 if the row is
 * damaged or does not fit.
 */

const damaged = -1;

/** Runs (`COMPRESS=CHAR`, SASYZCRL), by ReadStat. */
export function unpackRunRow(input: Buffer, output: Buffer): number {
  let at = 0;
  let written = 0;
  while (at < input.length) {
    const control = input[at++] ?? 0;
    const length = control & 15;
    const command = runCommands[control >> 4];
    if (command === undefined || at + command.argumentBytes > input.length) return damaged;
    const { base, argumentBytes, fill } = command;
    // The last argument is the byte to repeat, if any.
    const isWide = argumentBytes > (fill === "stated" ? 1 : 0);
    const count = isWide ? base + length * 256 + (input[at] ?? 0) : base + length;
    const byte = fill === "stated" ? (input[at + argumentBytes - 1] ?? 0) : fill;
    at += argumentBytes;
    if (written + count > output.length) return damaged;
    if (byte !== null) output.fill(byte, written, written + count);
    else {
      if (at + count > input.length) return damaged;
      input.copy(output, written, at, at + count);
      at += count;
    }
    written += count;
  }
  return written;
}

type RunCommand = {
  /** The least count. */
  base: number;
  argumentBytes: number;
  /** The byte to repeat; null to copy bytes of the input. */
  fill: number | "stated" | null;
};
const atSign = 64;
const blank = 32;

/** By the upper four bits of the control byte; 3 is unknown. */
const runCommands: readonly (RunCommand | undefined)[] = [
  { base: 64, argumentBytes: 1, fill: null },
  { base: 64 + 4096, argumentBytes: 1, fill: null },
  { base: 96, argumentBytes: 0, fill: null },
  undefined,
  { base: 18, argumentBytes: 2, fill: "stated" },
  { base: 17, argumentBytes: 1, fill: atSign },
  { base: 17, argumentBytes: 1, fill: blank },
  { base: 17, argumentBytes: 1, fill: 0 },
  { base: 1, argumentBytes: 0, fill: null },
  { base: 17, argumentBytes: 0, fill: null },
  { base: 33, argumentBytes: 0, fill: null },
  { base: 49, argumentBytes: 0, fill: null },
  { base: 3, argumentBytes: 1, fill: "stated" },
  { base: 2, argumentBytes: 0, fill: atSign },
  { base: 2, argumentBytes: 0, fill: blank },
  { base: 2, argumentBytes: 0, fill: 0 },
];

/** Runs and repeated pieces (`COMPRESS=BINARY`, SASYZCR2), by Ross Data Compression. */
export function unpackBinaryRow(input: Buffer, output: Buffer): number {
  let at = 0;
  let written = 0;
  while (at + 2 <= input.length) {
    const flags = input.readUInt16BE(at);
    at += 2;
    for (let bit = 15; bit >= 0 && at < input.length; bit--) {
      if ((flags & (1 << bit)) === 0) {
        if (written >= output.length) return damaged;
        output[written++] = input[at++] ?? 0;
        continue;
      }
      if (at + 2 > input.length) return damaged;
      const marker = input[at++] ?? 0;
      const next = input[at++] ?? 0;
      const command = marker >> 4;
      if ((command === 1 || command === 2) && at >= input.length) return damaged;
      let count = command;
      let back = 3 + (marker & 15) + next * 16;
      if (command === 0) [count, back] = [3 + marker, 0];
      if (command === 1) [count, back] = [19 + (marker & 15) + next * 16, 0];
      if (command === 2) count = 16 + (input[at++] ?? 0);
      if (written + count > output.length) return damaged;
      if (back === 0)
        output.fill(command === 0 ? next : (input[at++] ?? 0), written, written + count);
      else {
        if (back > written || count > back) return damaged;
        output.copy(output, written, written - back, written - back + count);
      }
      written += count;
    }
  }
  return written;
}
