/** The files of a Croissant document, with those that it names by a pattern in a repository. */
import { setImmediate } from "node:timers/promises";
import {
  type CroissantSet,
  croissantContents,
} from "../../market/listing/import/croissant-files.ts";
import {
  fileOfEntry,
  treeAddress,
  treeEntries,
} from "../../market/listing/import/hub-repository.ts";
import type { CroissantFile } from "../../market/listing/import/rules.ts";
import {
  CROISSANT_BYTES_MAX,
  CROISSANT_FILES_MAX,
  REPOSITORY_PAGE_BYTES_MAX,
  REPOSITORY_PAGES_MAX,
} from "../../market/listing/limits.ts";
import type { RemoteFiles } from "../../platform/transfers/remote-files.ts";
import { ImportRefusal } from "./fetch-object.ts";

type Run = { remote: RemoteFiles; signal: AbortSignal };

/** `url`: where the document is fetched; `address`: what its own addresses are relative to. */
export async function listCroissantFiles(
  run: Run,
  url: string,
  address: string,
): Promise<CroissantFile[]> {
  const { text } = await run.remote.readText(url, { bytesMax: CROISSANT_BYTES_MAX }, run.signal);
  const found = croissantContents(parseJson(text, "The document at the address"), address);
  if ("fault" in found) throw invalid(found.fault);
  const files = [...found.files];
  let pages = 0;
  for (const sets of Map.groupBy(found.sets, ({ repository }) =>
    treeAddress(repository),
  ).values()) {
    for await (const some of eachTreePage(run, sets)) {
      pages += 1;
      files.push(...some);
      if (files.length > CROISSANT_FILES_MAX) {
        throw invalid(`It names more than ${CROISSANT_FILES_MAX} files.`);
      }
      if (pages > REPOSITORY_PAGES_MAX) {
        throw invalid("Its repository has too many files to list: list them as FileObjects.");
      }
    }
  }
  if (files.length === 0) throw invalid("No file of the repository fits its patterns.");
  return files;
}

/** Of one repository, whose pages all have to come from its own server. */
async function* eachTreePage(
  { remote, signal }: Run,
  sets: CroissantSet[],
): AsyncGenerator<CroissantFile[]> {
  const repository = sets[0]?.repository;
  if (repository === undefined) return;
  let address: string | null = treeAddress(repository);
  while (address !== null) {
    if (new URL(address).origin !== repository.origin) {
      throw invalid("The repository continues its list at another server.");
    }
    const page = await remote.readText(address, { bytesMax: REPOSITORY_PAGE_BYTES_MAX }, signal);
    const entries = treeEntries(parseJson(page.text, "The list of the repository's files"));
    if (entries === null) throw invalid("The repository's server lists its files in another form.");
    const files: CroissantFile[] = [];
    for await (const entry of inTurns(entries)) {
      const file = fileOfEntry(entry, repository, sets);
      if (file !== null) files.push(file);
    }
    yield files;
    address = page.next;
  }
}

const turnMsMax = 5;

/** Lets other work of the process run in between. */
async function* inTurns<Item>(items: Item[]): AsyncGenerator<Item> {
  let startedMs = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - startedMs < turnMsMax) continue;
    await setImmediate();
    startedMs = performance.now();
  }
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`${what} is no JSON.`);
  }
}

const invalid = (detail: string) => new ImportRefusal("croissant_invalid", detail);
