import { counted } from "../market/counted.ts";

const units = ["bytes", "kB", "MB", "GB", "TB"];

export function bytes(byteSize: number | null): string {
  if (byteSize === null) return "unknown size";
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, byteSize)) / 3));
  const digits = power === 0 ? 0 : 1;
  return `${(byteSize / 1000 ** power).toFixed(digits)} ${units[power]}`;
}

export function count(number: number | null, noun: string): string {
  return number === null ? `unknown ${noun}s` : counted(number, noun);
}
