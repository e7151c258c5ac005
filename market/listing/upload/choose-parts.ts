/** Chooses the parts that get URLs: the ones named, or the next missing ones. */
import type { ArrivedPart } from "../../../platform/storage/port.ts";
import { MarketError } from "../../errors.ts";
import { faultyParts, missingParts, type PartPlan } from "./rules.ts";
import type { PartUrlsBody } from "./schemas.ts";
import type { PartToSign } from "./sign-urls.ts";

const urlsDefault = 100;

type Running = { plan: PartPlan; byteSize: number | null; arrived: ArrivedPart[] };

/** `readMd5s` reads the announced MD5 of the parts. Errors: invalid_request. */
export async function chooseParts(
  { plan, byteSize, arrived }: Running,
  { parts, limit = urlsDefault }: PartUrlsBody,
  readMd5s: () => Promise<ReadonlyMap<number, string>>,
): Promise<PartToSign[]> {
  if (parts !== undefined) {
    const faults = parts.flatMap(({ part_number: number }, index) => {
      const pointer = `/parts/${index}/part_number`;
      const detail = `exceeds the ${plan.parts} parts of this upload`;
      return number > plan.parts ? [{ pointer, code: "out_of_range", detail }] : [];
    });
    const [first] = faults;
    if (first === undefined) {
      return parts.map(({ part_number: partNumber, md5 }) => ({ partNumber, md5 }));
    }
    throw new MarketError("invalid_request", `${first.pointer}: ${first.detail}`, { faults });
  }
  const md5s = await readMd5s();
  const faulty = faultyParts(arrived, { plan, byteSize, md5s });
  const wanted = missingParts(plan.parts, arrived).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  wanted.push(...faulty.map(({ partNumber }) => partNumber));
  return wanted.slice(0, limit).map((partNumber) => ({ partNumber, md5: md5s.get(partNumber) }));
}
