import { themeCookie } from "../../platform/theme.ts";
import type { KitContext } from "../kit/context.ts";
import { readForm } from "../kit/form.ts";
import { type PageRequest, refuseOthers } from "../kit/handle.ts";
import { localPath } from "../kit/local-path.ts";
import { redirectTo } from "../kit/respond.ts";

/** POST /theme: keeps the choice for a year and returns to the page with the form. */
export async function chooseTheme(ctx: KitContext, { request }: PageRequest): Promise<Response> {
  const { PUBLIC_BASE_URL: baseUrl } = ctx.config;
  refuseOthers(ctx, request);
  const chosen = (await readForm(request)).get("theme");
  const theme = chosen === "light" || chosen === "dark" ? chosen : null;
  const cookie = themeCookie(theme, baseUrl.startsWith("https:"));
  return redirectTo(pageOf(request, baseUrl), [cookie]);
}

function pageOf({ headers }: Request, baseUrl: string): string {
  const page = URL.parse(headers.get("referer") ?? "");
  if (page?.origin !== new URL(baseUrl).origin) return "/";
  return localPath(page.pathname + page.search);
}
