/** Parses JSON request bodies after it has checked their type, size and shape. */
import { Elysia } from "elysia";
import { SELLER_LOGO_BODY_BYTES_MAX } from "../../market/agent/limits.ts";
import { bodyRefusal } from "../../market/body-refusal.ts";
import { MarketError } from "../../market/errors.ts";
import {
  BODY_BYTES_MAX,
  BODY_JSON_DEPTH_MAX,
  BODY_JSON_ELEMENTS_MAX,
  BODY_JSON_KEYS_MAX,
} from "../../market/limits.ts";
import { UPLOAD_FILES_BODY_BYTES_MAX, UPLOAD_FILES_MAX } from "../../market/listing/limits.ts";
import { DISPUTE_BODY_BYTES_MAX } from "../../market/purchase/limits.ts";
import { MATCH_VALUES_MAX } from "../../market/query/matching/limits.ts";
import {
  type JsonShapeExcess,
  type JsonShapeLimits,
  jsonShapeExcess,
} from "../../platform/json-shape.ts";
import { parseInSlices } from "../../platform/json-slices.ts";
import { readBody } from "../../platform/read-body.ts";
import { requestState } from "./request-state.ts";

const jsonType = /^application\/([\w.+-]+\+)?json$/;

/**
 * If a parser returns nothing, Elysia runs its own, and it hides a parser's error. The body or the
 * refusal is therefore passed to the next step in a box.
 */
type Box = { json: unknown; refusal: MarketError | null };

/** All routes that follow read their bodies as JSON within the limits. */
export const jsonBody = new Elysia({ name: "json-body" })
  .onParse({ as: "global" }, ({ request }) => boxed(request))
  .onTransform({ as: "global" }, (context) => {
    if (context.body === undefined) return;
    const { json, refusal } = context.body as Box;
    if (refusal !== null) throw refusal;
    context.body = json;
  });

async function boxed(request: Request): Promise<Box> {
  try {
    return { json: await readJsonBody(request), refusal: null };
  } catch (error) {
    const refusal = error instanceof MarketError ? error : bodyRefusal(error);
    if (refusal === null) throw error;
    return { json: undefined, refusal };
  }
}

/**
 * Reads a JSON body within its address's limits, whatever length was announced; undefined if empty.
 * Errors: body_too_large, media_type_not_supported, body_too_complex, malformed_json.
 */
async function readJsonBody(request: Request): Promise<unknown> {
  const kind = kindOf(request);
  const bytes = await readBytes(request, kind.bytesMax);
  if (bytes.byteLength === 0) return undefined;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "" && !jsonType.test(type)) {
    throw new MarketError(
      "media_type_not_supported",
      `Send the body as application/json, not as ${type.slice(0, 100)}.`,
    );
  }
  refuseCoding(request);
  refuseComplexJson(bytes, kind.shape);
  return kind.parse(bytes);
}

/**
 * Bodies are small, and the unpacked size of a compressed one is known too late (RFC 9110 §8.4).
 */
function refuseCoding({ headers }: Request): void {
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") return;
  const detail = "Send the body as it is, without a Content-Encoding.";
  throw new MarketError("media_type_not_supported", detail);
}

const folderMembersMax = 3;

const bodyLimits: JsonShapeLimits = {
  depthMax: BODY_JSON_DEPTH_MAX,
  keysMax: BODY_JSON_KEYS_MAX,
  elementsMax: BODY_JSON_ELEMENTS_MAX,
};

const folderLimits: JsonShapeLimits = {
  depthMax: BODY_JSON_DEPTH_MAX,
  keysMax: BODY_JSON_KEYS_MAX + UPLOAD_FILES_MAX * folderMembersMax,
  elementsMax: BODY_JSON_ELEMENTS_MAX + UPLOAD_FILES_MAX,
};

type BodyKind = {
  bytesMax: number;
  shape: JsonShapeLimits;
  parse: (bytes: Uint8Array) => unknown;
};

const plainBody: BodyKind = { bytesMax: BODY_BYTES_MAX, shape: bodyLimits, parse };

/** Addresses that accept larger bodies. */
const largerBodies: [address: RegExp, kind: BodyKind][] = [
  // Announces a folder's files: the only body with a long list.
  [
    /^\/listings\/[^/]+\/upload-urls$/,
    { bytesMax: UPLOAD_FILES_BODY_BYTES_MAX, shape: folderLimits, parse: parseFolder },
  ],
  // Values and datasets; twice as many, so that a few too many get a precise refusal.
  [/^\/matches$/, { ...plainBody, shape: { ...bodyLimits, elementsMax: 2 * MATCH_VALUES_MAX } }],
  // Attaches files to a dispute's statements: few members, but long ones.
  [
    /^\/(purchases\/[^/]+\/dispute|agent\/sales\/[^/]+\/dispute\/answers)$/,
    { ...plainBody, bytesMax: DISPUTE_BODY_BYTES_MAX },
  ],
  [/^\/agent\/logo$/, { ...plainBody, bytesMax: SELLER_LOGO_BODY_BYTES_MAX }],
];

function kindOf(request: Request): BodyKind {
  if (request.method !== "POST" && request.method !== "PUT") return plainBody;
  const { pathname } = requestState(request).url;
  return largerBodies.find(([address]) => address.test(pathname))?.[1] ?? plainBody;
}

/** Parses in slices, because parsing all at once would block the event loop. */
async function parseFolder(bytes: Uint8Array): Promise<unknown> {
  const checkRest = (rest: Uint8Array) => refuseComplexJson(rest, bodyLimits);
  const options = { member: "files", restBytesMax: BODY_BYTES_MAX, checkRest };
  const parsed = await parseInSlices(bytes, options).catch(malformed);
  if (parsed !== null) return parsed.value;
  throw new MarketError("body_too_large", `Beside \`files\` ${BODY_BYTES_MAX} bytes may stand.`);
}

/** Refuses too complex JSON before it is parsed. Errors: body_too_complex. */
export function refuseComplexJson(bytes: Uint8Array, limits: JsonShapeLimits): void {
  const excess = jsonShapeExcess(bytes, limits);
  if (excess === null) return;
  const details: Record<JsonShapeExcess, string> = {
    depth: `A body may nest arrays and objects ${limits.depthMax} deep.`,
    keys: `The objects of a body may have ${limits.keysMax} members together.`,
    elements: `The arrays of a body may have ${limits.elementsMax} items together.`,
  };
  throw new MarketError("body_too_complex", details[excess]);
}

/** Reads at most `bytesMax`, whatever length was announced. Errors: body_too_large. */
export async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const bytes = await readBody(request, bytesMax);
  if (bytes === null) throw new MarketError("body_too_large", `A body may have ${bytesMax} bytes.`);
  return bytes;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return malformed(error);
  }
}

function malformed(error: unknown): never {
  if (error instanceof MarketError) throw error;
  const reason = error instanceof Error ? error.message.slice(0, 200) : "it cannot be read";
  throw new MarketError("malformed_json", `The body is not JSON in UTF-8: ${reason}.`);
}
