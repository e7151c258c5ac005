/** The addresses of the API at which a browser gets a page: the catalogue and each dataset. */
import type { Context } from "../../market/context.ts";
import type { KitContext } from "../kit/context.ts";
import { pageHandler } from "../kit/handle.ts";
import { assetPath } from "../kit/respond.ts";
import { showSeller } from "../sellers/handlers.tsx";
import { sendCard } from "./card/handlers.ts";
import type { CatalogueContext } from "./context.ts";
import { showDataset } from "./dataset/handlers.tsx";
import { sendFeed, sendOpenSearch, showCatalogue } from "./search/handlers.tsx";
import { catalogueUseCases, type HeldPages } from "./use-cases.ts";

/** `route`: what logs and metrics call it; `isForAll`: whatever `Accept` says. */
export type FoundPage = {
  route: string;
  isForAll: boolean;
  answer(request: Request): Promise<Response>;
};

/** By their first step: a page for each thing of an id. */
const oneAddress = /^\/(datasets|sellers)\/([^/]+)$/;
const cardAddress = /^\/datasets\/([^/]+)\/card\.png$/;

type Sender = (ctx: CatalogueContext, request: Request) => Promise<Response>;

type Parts = {
  /** Over the pool of public reads. */
  reads: Context;
  held: HeldPages;
  reportError: KitContext["reportError"];
};

/** Finds the page of an address; null where the API alone answers. */
export function openCataloguePages({ reads, held, reportError }: Parts) {
  const ctx: CatalogueContext = {
    config: reads.config,
    now: reads.now,
    // These pages are the same for everybody: nobody is signed in on them.
    isSessionLive: async () => false,
    reportError,
    ...catalogueUseCases(reads, held),
  };
  const handlers: Record<string, { isForAll: boolean; send: Sender }> = {
    "/datasets": { isForAll: false, send: showCatalogue },
    "/datasets.atom": { isForAll: true, send: sendFeed },
    "/opensearch.xml": { isForAll: true, send: sendOpenSearch },
    "/favicon.ico": { isForAll: true, send: async () => sendIcon() },
  };
  const fixed = new Map(
    Object.entries(handlers).map(([path, { isForAll, send }]): [string, FoundPage] => {
      const handler = pageHandler(ctx, ({ request }) => send(ctx, request));
      const answer = (request: Request) => handler({ request, params: {} });
      return [path, { route: isForAll ? path : `${path} (page)`, isForAll, answer }];
    }),
  );
  const byId = {
    datasets: pageHandler(ctx, ({ request, params }) => showDataset(ctx, request, params.id ?? "")),
    sellers: pageHandler(ctx, ({ request, params }) => showSeller(ctx, request, params.id ?? "")),
  };
  const card = pageHandler(ctx, ({ request, params }) => sendCard(ctx, request, params.id ?? ""));
  return (pathname: string): FoundPage | null => {
    const found = fixed.get(pathname);
    if (found !== undefined) return found;
    const pictured = cardAddress.exec(pathname)?.[1];
    if (pictured !== undefined) {
      const answer = (request: Request) => card({ request, params: { id: pictured } });
      return { route: "/datasets/:id/card.png", isForAll: true, answer };
    }
    const [, kind, id] = oneAddress.exec(pathname) ?? [];
    if (id === undefined || (kind !== "datasets" && kind !== "sellers")) return null;
    const answer = (request: Request) => byId[kind]({ request, params: { id } });
    return { route: `/${kind}/:id (page)`, isForAll: false, answer };
  };
}

/** For who asks for the icon where it used to be. */
function sendIcon(): Response {
  const headers = { location: assetPath("icon.svg"), "cache-control": "public, max-age=86400" };
  return new Response(null, { status: 302, headers });
}
