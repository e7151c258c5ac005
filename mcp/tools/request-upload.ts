/** Issues the URLs for a seller agent's data: one file, parts of a file, or a folder. */

import { agreeing } from "../../market/counted.ts";
import type { FilePartUrlsView } from "../../market/listing/folder/part-schemas.ts";
import type { FolderUploadView, UploadFilesPage } from "../../market/listing/folder/schemas.ts";
import { imports } from "../../market/listing/import/contract.ts";
import type { ImportView } from "../../market/listing/import/schemas.ts";
import { uploads } from "../../market/listing/upload/contract.ts";
import type {
  RequestedUpload,
  RequestUploadInput,
} from "../../market/listing/upload/tool-schemas.ts";
import { ProblemError } from "../problem.ts";
import type { ToolCall } from "../tool.ts";
import { bytes } from "../words.ts";

export async function requestUpload(call: ToolCall, args: RequestUploadInput) {
  const structured = await request(call, args);
  return { text: tellUpload(structured), structured };
}

async function request(
  call: ToolCall,
  { listing_id: id, upload_id: uploadId, file, from, ...body }: RequestUploadInput,
): Promise<RequestedUpload> {
  if (from !== undefined) {
    const made = await call.request(imports.createImport, { params: { id }, body: { from } });
    return { import: shown(made) };
  }
  if (uploadId !== undefined) return goOn(call, { id, uploadId, file });
  if (file !== undefined) throw call.refuse("/file", "needs upload_id beside it");
  const issued = await call.request(uploads.issueUploadUrls, { params: { id }, body });
  return "files" in issued ? startOfFolder(issued) : issued;
}

/** The limit of URLs in one answer; the next call returns those that are still missing. */
const urlsMax = 20;

type OpenUpload = { id: string; uploadId: string; file: number | undefined };

async function goOn(call: ToolCall, { id, uploadId, file }: OpenUpload): Promise<RequestedUpload> {
  const params = { id, upload_id: uploadId };
  const body = { limit: urlsMax };
  if (file !== undefined) {
    const ofFile = { ...params, position: String(file) };
    return { file: await call.request(uploads.signFilePartUrls, { params: ofFile, body }) };
  }
  const found = await findImport(call, { id, import_id: uploadId });
  if (found !== null) return { import: found };
  const { file_count: fileCount, path } = await call.request(uploads.getUpload, { params });
  if (fileCount === null) return call.request(uploads.signPartUrls, { params, body });
  const query = { state: "awaited", limit: urlsMax };
  const files = await call.request(uploads.listUploadFiles, { params, query });
  return { full: { path, upload_id: uploadId, file_count: fileCount }, files };
}

type Imported = NonNullable<RequestedUpload["import"]>;

const shown = ({ id, state, bytes_done, bytes_total, problem }: ImportView): Imported => ({
  ...{ id, state, bytes_done, bytes_total, problem },
});

async function findImport(
  call: ToolCall,
  params: { id: string; import_id: string },
): Promise<Imported | null> {
  try {
    return shown(await call.request(imports.getImport, { params }));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "upload_not_found") return null;
    throw error;
  }
}

/** The API's page has more URLs than a model sends at a time. */
function startOfFolder({ full, files, warnings }: FolderUploadView): RequestedUpload {
  const items = files.items.slice(0, urlsMax);
  const isCut = items.length < files.items.length;
  const pagination = isCut
    ? { limit: urlsMax, has_more: true, next_cursor: null }
    : files.pagination;
  return { full, files: { ...files, items, pagination }, warnings };
}

function tellUpload({ full, files, file, import: imported }: RequestedUpload): string {
  if (imported !== undefined) return tellImport(imported);
  if (file !== undefined) return tellFile(file);
  if (full === undefined) return "";
  return files === undefined ? tellSingle(full) : tellFolder(full, files);
}

type Full = NonNullable<RequestedUpload["full"]>;

function tellFolder({ path, upload_id: id }: Full, { items, expires_in }: UploadFilesPage): string {
  const attach = `call attach_upload with full_data_path ${path}`;
  const awaited = items.filter(({ state }) => state === "awaited");
  if (awaited.length === 0) return `All files have arrived: ${attach}.`;
  const large = awaited.filter(({ upload_url: url }) => url === null);
  const inParts =
    large.length === 0
      ? ""
      : ` ${large.length} ${agreeing(large.length, "comes", "come")} in parts: request_upload with upload_id and file, its position.`;
  return (
    `PUT each file to its upload_url within ${expires_in} seconds.${inParts} Then request_upload with ` +
    `upload_id ${id} gives those that are missing; once none is, ${attach}.` +
    lines(awaited.map(({ name, upload_url: url }) => (url === null ? [] : `${name}: ${url}`)))
  );
}

function tellImport({ id, state, bytes_done: done, bytes_total: total, problem }: Imported) {
  if (state === "done") return "The file has arrived and is attached: call get_listing.";
  const why = problem === null ? "" : ` ${problem.code}: ${problem.detail}`;
  if (state === "failed" || state === "cancelled") return `The import has ${state}.${why}`;
  const of = total === null ? "" : ` of ${bytes(total)}`;
  return `The import is ${state}, with ${bytes(done)}${of}.${why} Call request_upload with upload_id ${id} again in a few seconds.`;
}

function tellFile(file: FilePartUrlsView): string {
  const { name, position, state, parts, parts_missing: missing, expires_in: seconds } = file;
  if (state === "arrived") return `${name} has arrived whole.`;
  return (
    `PUT each part of ${name} to its URL within ${seconds} seconds; ${missing} ${agreeing(missing, "is", "are")} missing. ` +
    `request_upload with file ${position} gives ${parts.length < missing ? "further URLs, and " : ""}joins ` +
    `them once all are there.${partLines(parts)}`
  );
}

type Part = NonNullable<Full["parts"]>[number];

const partLines = (parts: Part[]) =>
  lines(
    parts.map(({ part_number: number, upload_url: url, byte_size: size }) => {
      const exact = size === undefined ? "" : ` (${size} bytes)`;
      return `part ${number}${exact}: ${url}`;
    }),
  );

const lines = (items: (string | never[])[]) =>
  items
    .flat()
    .map((item) => `\n- ${item}`)
    .join("");

function tellSingle(full: Full): string {
  const { upload_url: url, path, expires_in: seconds, upload_id: id, parts, recommended } = full;
  const attach = `then call attach_upload with full_data_path ${path}`;
  if (parts !== undefined) {
    const missing = full.parts_missing ?? parts.length;
    if (missing === 0 && parts.length === 0) return `All parts have arrived; ${attach}`;
    return (
      `PUT each part to its URL within ${seconds} seconds, ${attach}. ${missing} of ` +
      `${full.parts_expected} are missing; request_upload with upload_id ${id} gives further URLs.` +
      partLines(parts)
    );
  }
  const inParts =
    recommended === undefined || recommended.parts === 1
      ? ""
      : ` On a bad line, ${recommended.parts} parts: request_upload with upload_id ${id}.`;
  return `PUT the file to ${url} within ${seconds} seconds (at most ${bytes(full.byte_size_max ?? 0)}), ${attach}${inParts}`;
}
