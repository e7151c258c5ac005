/** Part plans, missing parts, and checks of what arrived at upload URLs. Pure. */
import type { UploadState } from "../../../db/vocabulary/listing.ts";
import { dayMs, daySeconds, hourSeconds, secondsUntil } from "../../../platform/time.ts";
import type { FieldFault } from "../../errors.ts";
import type { Refusal } from "../../refusal.ts";
import { UPLOAD_PARTS_MAX, UPLOADS_PER_LISTING_PER_DAY_MAX } from "../limits.ts";

/** The deployment's and the store's limits: of a file, of one PUT, and the smallest part. */
export type SizeLimits = { fileBytesMax: number; putBytesMax: number; partBytesMin: number };

type Announced = {
  byte_size?: number | undefined;
  parts?: number | undefined;
  part_byte_size?: number | undefined;
};

/** `partBytes` is null if the file's size was not announced: parts may then have any size. */
export type PartPlan = { parts: number; partBytes: number | null };

/** Recommended parts are at least this large, and at most this many. */
const recommendedPartBytesMin = 16 * 1024 ** 2;
const recommendedPartsMax = 5000;
const partBytesStep = 1024 ** 2;

/** Why a listing takes no upload now; `firstOfFull` is when the first of a day's maximum was issued. */
export function issueRefusal(firstOfFull: Date | null, now: Date): Refusal | null {
  if (firstOfFull === null) return null;
  return {
    code: "rate_limited",
    detail: `A listing takes at most ${UPLOADS_PER_LISTING_PER_DAY_MAX} uploads a day.`,
    retryAfterSeconds: secondsUntil(firstOfFull.getTime() + dayMs, now),
  };
}

/**
 * Parts of 16 MiB, or larger ones if there would be more than 5,000: losing a part on a bad line
 * costs little, and one or two answers hold the URLs of a typical file.
 */
export function recommendParts(byteSize: number, limits: SizeLimits): PartPlan {
  const even = Math.ceil(byteSize / recommendedPartsMax / partBytesStep) * partBytesStep;
  const wanted = Math.max(recommendedPartBytesMin, limits.partBytesMin, even);
  const partBytes = Math.min(wanted, limits.putBytesMax, byteSize);
  return { parts: Math.ceil(byteSize / partBytes), partBytes };
}

/** The file's parts; null for a file in one PUT, or a fault for impossible parts. */
export function planParts(announced: Announced, limits: SizeLimits): PartPlan | null | FieldFault {
  const { byte_size: byteSize, parts, part_byte_size: asked } = announced;
  if (byteSize === undefined) {
    if (asked !== undefined) return outOfRange("/part_byte_size", "needs `byte_size` as well");
    return parts === undefined ? null : { parts, partBytes: null };
  }
  if (parts === undefined && asked === undefined) {
    return byteSize > limits.putBytesMax ? recommendParts(byteSize, limits) : null;
  }
  if (asked !== undefined) return planBySize(byteSize, asked, parts, limits);
  const count = parts ?? 1;
  const detail = countFault(byteSize, count, limits);
  if (detail !== null) return outOfRange("/parts", detail);
  return { parts: count, partBytes: Math.ceil(byteSize / count) };
}

function planBySize(
  byteSize: number,
  asked: number,
  parts: number | undefined,
  limits: SizeLimits,
): PartPlan | FieldFault {
  const { putBytesMax, partBytesMin } = limits;
  const partBytes = Math.min(asked, byteSize);
  const count = Math.ceil(byteSize / partBytes);
  const refuse = (detail: string) => outOfRange("/part_byte_size", detail);
  if (partBytes > putBytesMax) return refuse(`exceeds the store's maximum of ${putBytesMax}`);
  if (count > 1 && partBytes < partBytesMin)
    return refuse(`is below the store's minimum of ${partBytesMin}`);
  if (count > UPLOAD_PARTS_MAX) {
    return refuse(`makes ${count} parts; the maximum is ${UPLOAD_PARTS_MAX}`);
  }
  if (parts !== undefined && parts !== count) {
    return outOfRange("/parts", `is not the ${count} that \`part_byte_size\` makes`);
  }
  return { parts: count, partBytes };
}

function countFault(byteSize: number, parts: number, limits: SizeLimits): string | null {
  const partsMin = Math.ceil(byteSize / limits.putBytesMax);
  const partsMax = Math.max(1, Math.floor(byteSize / limits.partBytesMin));
  if (parts < partsMin) return `is too few: ${byteSize} bytes need at least ${partsMin}`;
  if (parts > partsMax) return `is too many: ${byteSize} bytes make at most ${partsMax}`;
  return null;
}

const outOfRange = (pointer: string, detail: string): FieldFault => ({
  pointer,
  code: "out_of_range",
  detail,
});

/** The exact size of one part: all equal except a shorter last one; undefined if no size was announced. */
export function partSize(
  plan: PartPlan,
  byteSize: number | null,
  partNumber: number,
): number | undefined {
  if (plan.partBytes === null || byteSize === null) return undefined;
  return Math.min(plan.partBytes, byteSize - (partNumber - 1) * plan.partBytes);
}

/** The upload's share of the quotas before its file arrives: the most that its URLs accept. */
export function promisedBytes(announced: Announced, limits: SizeLimits): number {
  if (announced.byte_size !== undefined) return announced.byte_size;
  if (announced.parts !== undefined) return limits.fileBytesMax;
  return Math.min(limits.fileBytesMax, limits.putBytesMax);
}

/** The most that the URL for the whole file accepts. */
export function wholeBytesMax(promised: number, { putBytesMax }: SizeLimits): number {
  return Math.min(promised, putBytesMax);
}

export type PartRange = { first: number; last: number };
type Arrived = { partNumber: number; byteSize: number; md5: string | null };

/** Ranges of parts that have not arrived. */
export function missingParts(parts: number, arrived: Pick<Arrived, "partNumber">[]): PartRange[] {
  const there = new Set(arrived.map(({ partNumber }) => partNumber));
  const ranges: PartRange[] = [];
  for (let number = 1; number <= parts; number += 1) {
    if (there.has(number)) continue;
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

/** A part that arrived but cannot be joined. */
export type PartFault = { partNumber: number; code: string; detail: string };

type Stated = { plan: PartPlan; byteSize: number | null; md5s: ReadonlyMap<number, string> };

/** Parts whose size or MD5 differs from the announcement. */
export function faultyParts(arrived: Arrived[], { plan, byteSize, md5s }: Stated): PartFault[] {
  return arrived.flatMap((part): PartFault[] => {
    const { partNumber, md5 } = part;
    const size = partSize(plan, byteSize, partNumber);
    const stated = md5s.get(partNumber);
    const differs = (detail: string): PartFault[] => [{ partNumber, code: "part_differs", detail }];
    if (size !== undefined && part.byteSize !== size) {
      return differs(`part ${partNumber} has ${part.byteSize} bytes, not ${size}`);
    }
    if (stated !== undefined && md5 !== null && md5 !== stated) {
      return differs(`part ${partNumber} has the MD5 ${md5}, not ${stated}`);
    }
    return [];
  });
}

/** Parts that the store refuses to join because they are too small. */
export function smallParts(arrived: Arrived[], { partBytesMin }: SizeLimits): PartFault[] {
  const last = arrived.at(-1)?.partNumber;
  return arrived
    .filter((part) => part.partNumber !== last && part.byteSize < partBytesMin)
    .map(({ partNumber, byteSize }) => ({
      partNumber,
      code: "part_too_small",
      detail: `part ${partNumber} has ${byteSize} bytes; all but the last need ${partBytesMin}`,
    }));
}

const faultsNamedMax = 20;

/** The refusal's faults for parts that cannot be joined; only the first ones of many. */
export function joinFaults(missing: PartRange[], faulty: PartFault[]): FieldFault[] {
  const named = [
    ...missing.map(({ first, last }) => ({
      code: "part_missing",
      detail:
        first === last
          ? `part ${first} has not arrived`
          : `parts ${first} to ${last} have not arrived`,
    })),
    ...faulty.map(({ code, detail }) => ({ code, detail })),
  ];
  return named.slice(0, faultsNamedMax).map((fault) => ({ pointer: "/full_data_path", ...fault }));
}

/** How long unfinished uploads and unused files are kept after their URLs have expired. */
export const unusedFilesKeptDays = 7;

/** Until when the upload can be resumed; each new URL extends it. */
export function openUntil({ urlsEndAt }: { urlsEndAt: Date }): Date {
  return new Date(urlsEndAt.getTime() + unusedFilesKeptDays * dayMs);
}

/** How long unknown uploads at the store are left untouched. */
export function unknownKeptSeconds(ttlSeconds: number): number {
  return ttlSeconds + daySeconds;
}

/** The API closes a connection that is silent for a minute, so a half-written file of this age is abandoned. */
export const temporaryKeptSeconds = hourSeconds;

/** The pause between two checks of an upload's place in the store. */
export const lookPauseSeconds = 300;

/** How long a PUT that started before its URL expired may continue. */
const lateSeconds = hourSeconds;

type UploadCheck = {
  byteSize: number | null;
  byteSizeMax: number;
  endsAtMs: number;
  nowMs: number;
};
type CheckedUpload = { state: UploadState; isPurged: boolean; mayGoOn: boolean };

/**
 * The meaning of a check of an upload's place in the store. `heldBytes` is null if the count stays. An
 * unattached file counts what its URLs accept until they expire. An upload in parts, or a folder,
 * can still be resumed then with new URLs, which count again.
 */
export function decideLook(
  { state, isPurged, mayGoOn }: CheckedUpload,
  { byteSize, byteSizeMax, endsAtMs, nowMs }: UploadCheck,
): { act: "keep" | "delete" | "nothing_there"; isLast: boolean; heldBytes: number | null } {
  const isLast = nowMs >= endsAtMs + lateSeconds * 1000;
  const isOpen = state === "issued" && !isPurged;
  if (byteSize === null) {
    if (!isLast) return { act: "keep", isLast, heldBytes: null };
    if (isOpen && mayGoOn) return { act: "keep", isLast, heldBytes: 0 };
    return { act: "nothing_there", isLast, heldBytes: null };
  }
  if (isPurged || byteSize > byteSizeMax) return { act: "delete", isLast, heldBytes: null };
  return { act: "keep", isLast, heldBytes: state === "issued" && !isLast ? null : byteSize };
}
