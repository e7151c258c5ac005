/**
 * The visitor's choice of a colour scheme. Pages are the same for everybody and cached, so the
 * choice is written into the finished page.
 */
import { type Theme, themeOf } from "../../platform/theme.ts";

/** A finished page in the chosen scheme. */
export function themed(html: string, theme: Theme): string {
  return html
    .replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`)
    .replace(`<option value="${theme}">`, `<option value="${theme}" selected>`);
}

/** A page's answer in the visitor's scheme. Cached answers already have it (`heldPage`). */
export async function inTheme({ headers }: Request, response: Response): Promise<Response> {
  const theme = themeOf(headers);
  const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
  if (theme === null || !isPage || response.headers.has("etag")) return response;
  return new Response(themed(await response.text(), theme), response);
}
