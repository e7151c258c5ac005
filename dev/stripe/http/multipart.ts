/** Converts a multipart upload to form text for the other code, with a description of each file. */
import { createHash } from "node:crypto";

/**
 * `file[filename]=…&file[size]=…&file[sha256]=…&file[head]=…`: independent of the boundary, which
 * differs on each attempt and must not make a repetition a different request. `head` is the first
 * bytes in hex.
 */
export async function multipartAsForm(bytes: Uint8Array, contentType: string): Promise<string> {
  const headers = { "content-type": contentType };
  const given = await new Response(Uint8Array.from(bytes), { headers }).formData();
  const form = new URLSearchParams();
  for (const [name, value] of given) {
    if (typeof value === "string") form.append(name, value);
    else for (const [key, fact] of await factsOf(value)) form.append(`${name}[${key}]`, fact);
  }
  return form.toString();
}

const headBytes = 8;

async function factsOf(file: File): Promise<[string, string][]> {
  const bytes = Buffer.from(await file.arrayBuffer());
  return [
    ["filename", file.name],
    ["size", String(bytes.byteLength)],
    ["sha256", createHash("sha256").update(bytes).digest("hex")],
    ["head", bytes.subarray(0, headBytes).toString("hex")],
  ];
}
