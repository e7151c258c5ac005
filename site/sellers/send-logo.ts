/** Serves a seller's logo, or its initial, cached until the seller changes it. */
import { createHash } from "node:crypto";
import { respond } from "../../platform/http-answer.ts";
import type { CatalogueContext } from "../catalogue/context.ts";
import { readId } from "../kit/ids.ts";

const headers = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};
/** A name may change without a notice to the cache. */
const initialSeconds = 60;

/** GET /sellers/{id}/logo */
export async function sendLogo(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "seller_not_found", "No seller has this id.");
  const answer = await ctx.held.answer(id, "logo", async () => {
    const { name, webp } = await ctx.readLogo(id);
    if (webp !== null) return { body: webp, contentType: "image/webp" };
    const freshUntil = new Date(ctx.now().getTime() + initialSeconds * 1000);
    return { body: initialPicture(id, name), contentType: "image/svg+xml", freshUntil };
  });
  return respond(request, answer, headers);
}

/** Each at least 5:1 on white. */
const grounds = [
  "#1d4ed8",
  "#0f766e",
  "#9a3412",
  "#7e22ce",
  "#be123c",
  "#3f6212",
  "#1e3a5f",
  "#5b4636",
];

/** The first letter or digit of the name, on a colour that the id chooses. */
function initialPicture(id: string, name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? "";
  const choice = createHash("sha256").update(id).digest().readUInt8(0) % grounds.length;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
    `<rect width="64" height="64" fill="${grounds[choice]}"/>` +
    '<text x="32" y="32" dy=".36em" text-anchor="middle" font-family="sans-serif" font-size="34" ' +
    `font-weight="600" fill="#fff">${letter}</text></svg>`
  );
}
