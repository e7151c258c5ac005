/** API addresses that also serve pages to browsers: the catalogue, the board and their items. */
import { isSessionLive } from "../../market/account/session/sessions.ts";
import type { Context } from "../../market/context.ts";
import type { BoardContext } from "../board/context.ts";
import { showBoard, showBoardRequest } from "../board/handlers.tsx";
import { boardUseCases } from "../board/use-cases.ts";
import { showBundle } from "../bundles/handlers.tsx";
import { showPublicCollection, showSellerCollections } from "../collections/handlers.tsx";
import type { KitContext } from "../kit/context.ts";
import { pageHandler } from "../kit/handle.ts";
import { assetPath, type HeldPages } from "../kit/respond.ts";
import { showSeller } from "../sellers/handlers.tsx";
import { sendLogo } from "../sellers/send-logo.ts";
import { sendCard } from "./card/handlers.ts";
import type { CatalogueContext } from "./context.ts";
import { showDataset } from "./dataset/handlers.tsx";
import type { TabId } from "./dataset/tabs.tsx";
import { showRows } from "./rows/handlers.tsx";
import { sendFeed, sendOpenSearch, showCatalogue } from "./search/handlers.tsx";
import { showSql } from "./sql/handlers.tsx";
import { type CountSearch, catalogueUseCases, type RowQueries } from "./use-cases.ts";
import { sendPicture } from "./views/send-picture.ts";

/** `route`: its name in logs and metrics; `isForAll`: served regardless of the `Accept` header. */
export type FoundPage = {
  route: string;
  isForAll: boolean;
  answer(request: Request): Promise<Response>;
};

/** Pages of one item, by the first part of the address. `/requests/mine` exists only in the API. */
const oneAddress =
  /^\/(datasets|sellers|collections|bundles|requests(?=\/[\da-f-]{36}$))\/([^/]+)$/;
/** Parts of a dataset. At those of `sharedParts` programs get the API's own answer. */
const partAddress = /^\/datasets\/([^/]+)\/([\w.]+)$/;
const sharedParts: ReadonlySet<string> = new Set(["profile", "reviews"]);

const sellerLogo = /^\/sellers\/([^/]+)\/logo$/;
const sellerCollections = /^\/sellers\/([^/]+)\/collections$/;
const pictureAddress = /^\/datasets\/([^/]+)\/pictures\/(\d{1,3})$/;

type PagesContext = CatalogueContext & BoardContext;
type Sender = (ctx: PagesContext, request: Request) => Promise<Response>;

type CatalogueDependencies = RowQueries & {
  /** Uses the connection pool for public reads. */
  reads: Context;
  held: HeldPages;
  reportError: KitContext["reportError"];
  countSearch: CountSearch;
};

/** Finds the page for an address; null if only the API answers there. */
export function openCataloguePages({
  reads,
  held,
  reportError,
  countSearch,
  ...rows
}: CatalogueDependencies) {
  const ctx: PagesContext = {
    config: reads.config,
    now: reads.now,
    isSessionLive: (session) => isSessionLive(reads, session),
    reportError,
    countSearch,
    ...catalogueUseCases(reads, held, rows),
    ...boardUseCases(reads),
  };
  const handlers: Record<string, { isForAll: boolean; send: Sender }> = {
    "/datasets": { isForAll: false, send: showCatalogue },
    "/requests": { isForAll: false, send: showBoard },
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
  const openTab = (tab: TabId) =>
    pageHandler(ctx, ({ request, params }) => showDataset(ctx, request, params.id ?? "", tab));
  const byId: Record<string, ReturnType<typeof pageHandler>> = {
    datasets: openTab("data"),
    requests: pageHandler(ctx, ({ request, params }) =>
      showBoardRequest(ctx, request, params.id ?? ""),
    ),
    sellers: pageHandler(ctx, ({ request, params }) => showSeller(ctx, request, params.id ?? "")),
    bundles: pageHandler(ctx, ({ request, params }) => showBundle(ctx, request, params.id ?? "")),
    collections: pageHandler(ctx, ({ request, params }) =>
      showPublicCollection(ctx, request, params.id ?? ""),
    ),
  };
  const parts: Record<string, ReturnType<typeof pageHandler>> = {
    "card.png": pageHandler(ctx, ({ request, params }) => sendCard(ctx, request, params.id ?? "")),
    rows: pageHandler(ctx, ({ request, params }) => showRows(ctx, request, params.id ?? "")),
    sql: pageHandler(ctx, ({ request, params }) => showSql(ctx, request, params.id ?? "")),
    profile: openTab("profile"),
    use: openTab("use"),
    versions: openTab("versions"),
    reviews: openTab("reviews"),
    about: openTab("about"),
  };
  const picture = pageHandler(ctx, ({ request, params: { id = "", row = "" } }) =>
    sendPicture(ctx, request, { id, row }),
  );
  const logo = pageHandler(ctx, ({ request, params }) => sendLogo(ctx, request, params.id ?? ""));
  const ofSeller = pageHandler(ctx, ({ request, params }) =>
    showSellerCollections(ctx, request, params.id ?? ""),
  );
  return (pathname: string): FoundPage | null => {
    const found = fixed.get(pathname);
    if (found !== undefined) return found;
    const [, whole, part = ""] = partAddress.exec(pathname) ?? [];
    const handler = Object.hasOwn(parts, part) ? parts[part] : undefined;
    if (handler !== undefined) {
      const answer = (request: Request) => handler({ request, params: { id: whole } });
      const isForAll = !sharedParts.has(part);
      const route = `/datasets/:id/${part}`;
      return { route: isForAll ? route : `${route} (page)`, isForAll, answer };
    }
    const [, of, row = ""] = pictureAddress.exec(pathname) ?? [];
    if (of !== undefined) {
      const answer = (request: Request) => picture({ request, params: { id: of, row } });
      return { route: "/datasets/:id/pictures/:row", isForAll: true, answer };
    }
    const [, pictured] = sellerLogo.exec(pathname) ?? [];
    if (pictured !== undefined) {
      const answer = (request: Request) => logo({ request, params: { id: pictured } });
      return { route: "/sellers/:id/logo", isForAll: true, answer };
    }
    const [, sellerId] = sellerCollections.exec(pathname) ?? [];
    if (sellerId !== undefined) {
      const answer = (request: Request) => ofSeller({ request, params: { id: sellerId } });
      return { route: "/sellers/:id/collections (page)", isForAll: false, answer };
    }
    const [, kind = "", id] = oneAddress.exec(pathname) ?? [];
    const one = byId[kind];
    if (id === undefined || one === undefined) return null;
    const answer = (request: Request) => one({ request, params: { id } });
    return { route: `/${kind}/:id (page)`, isForAll: false, answer };
  };
}

/** Redirects from the icon's well-known address. */
function sendIcon(): Response {
  const headers = { location: assetPath("icon.svg"), "cache-control": "public, max-age=86400" };
  return new Response(null, { status: 302, headers });
}
