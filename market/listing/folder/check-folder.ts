/** Validates a folder's announced files, a few at a time, so that the event loop stays free. */
import { eachInSlices, yieldToOthers } from "../../../platform/yield-to-others.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { FILE_FAULTS_MAX } from "../limits.ts";
import { comparePaths, FolderCheck } from "./rules.ts";
import { type AnnouncedFile, announcedFile } from "./schemas.ts";

export type CheckedFolder = {
  /** Sorted as in the manifest. */
  files: AnnouncedFile[];
  byteSize: number;
  warnings: { code: string; detail: string }[];
};

const filesPerSlice = 200;

/**
 * Validates shapes, names and sizes. Errors: invalid_request with a fault for each refused file, up to
 * FILE_FAULTS_MAX of them.
 */
export async function checkFolder(announced: readonly unknown[]): Promise<CheckedFolder> {
  const check = new FolderCheck();
  const misshapen: FieldFault[] = [];
  const files: AnnouncedFile[] = [];
  await eachInSlices(announced, filesPerSlice, (given, index) => {
    const parsed = announcedFile.safeParse(given);
    if (parsed.success) {
      files.push(parsed.data);
      check.take(parsed.data, index);
    } else if (misshapen.length < FILE_FAULTS_MAX) {
      misshapen.push(...shapeFaults(parsed.error.issues, index));
    }
  });
  const faults = [...misshapen, ...check.faults].slice(0, FILE_FAULTS_MAX);
  if (faults.length > 0) {
    const [first] = faults;
    const detail = `${first?.pointer}: ${first?.detail}`;
    throw new MarketError("invalid_request", detail, { faults });
  }
  // Sorting cannot be split, so let other work run first.
  await yieldToOthers();
  files.sort((one, other) => comparePaths(one.name, other.name));
  await yieldToOthers();
  return { files, byteSize: check.byteSize, warnings: warningsOf(check.notForWindows) };
}

type Issue = { path: PropertyKey[]; code: string; message: string };

/** The faults never contain a value from the request. */
function shapeFaults(issues: readonly Issue[], index: number): FieldFault[] {
  return issues.map(({ path, code, message }) => {
    const field = path.map((key) => `/${String(key)}`).join("");
    return { pointer: `/files/${index}${field}`, code, detail: message.slice(0, 200) };
  });
}

function warningsOf(notForWindows: number): CheckedFolder["warnings"] {
  if (notForWindows === 0) return [];
  const detail = `Windows cannot store the characters < > : " | ? * in ${notForWindows} of the names`;
  return [{ code: "not_for_windows", detail }];
}
