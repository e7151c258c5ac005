/** Uploads: a multipart body as the form text that the rest reads, with each file by what it holds. */
import { createHash } from "node:crypto";

/**
 * `file[filename]=…&file[size]=…&file[sha256]=…&file[head]=…`: the boundary is another one at each
 * try, and must not make a repeat of a request another request. `head` are the first bytes, in hex.
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
