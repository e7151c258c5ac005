import { MarketError } from "../../market/errors.ts";

/** A text of 4,000 characters takes nine bytes each in a form where it is no Latin script. */
const FORM_BYTES_MAX = 64 * 1024;
const FORM_MEDIA_TYPE = "application/x-www-form-urlencoded";

/** The fields of a posted form. Throws `MarketError` for another type or too large a body. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== FORM_MEDIA_TYPE) {
    throw new MarketError("media_type_not_supported", "This address takes a form of this site.");
  }
  const decoder = new TextDecoder();
  let byteSize = 0;
  let text = "";
  for await (const chunk of request.body ?? []) {
    byteSize += chunk.byteLength;
    if (byteSize > FORM_BYTES_MAX) {
      throw new MarketError("body_too_large", `A form has at most ${FORM_BYTES_MAX} bytes.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return new URLSearchParams(text + decoder.decode());
}
