/** The frame of every page: head, bar and foot. */
import type { PropsWithChildren } from "@kitajs/html";
import { Icon } from "./icons.tsx";
import { assetPath } from "./respond.ts";
import { HeaderSearch } from "./search-box.tsx";
import { siteMark } from "./site-icon.ts";

/** Who looks at the page; the form token lets the page's own forms through. */
export type Viewer = { email: string; formToken: string };

type LayoutProps = PropsWithChildren<{
  title: string;
  description?: string;
  viewer?: Viewer;
  /** Where the person goes on after signing out. */
  returnTo?: string;
  /** Where the browser goes by itself at once: an answer to a form could not lead off this site. */
  goesOnTo?: string;
  /** How wide the page may become. */
  kind?: "wide" | "account" | "catalogue";
  /** More for the page's head, such as its canonical address: markup, escaped by who gives it. */
  head?: JSX.Element;
}>;

export const SITE_NAME = "Dataset Marketplace";

/** Where a skip of the header leads; in the account it is behind the navigation (`site/account/frame.tsx`). */
const contentStart = { id: "content", tabindex: "-1" };

/** The frame of every page. It needs no script, and works from 320 pixels of width. */
export function Layout(props: LayoutProps): JSX.Element {
  return (
    <>
      {"<!doctype html>"}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title safe>{`${props.title} · ${SITE_NAME}`}</title>
          {props.description ? <meta name="description" content={props.description} /> : ""}
          {props.goesOnTo ? <meta http-equiv="refresh" content={`0; url=${props.goesOnTo}`} /> : ""}
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href={assetPath("icon.svg")} type="image/svg+xml" />
          <link
            rel="search"
            href="/opensearch.xml"
            type="application/opensearchdescription+xml"
            title={SITE_NAME}
          />
          <link rel="stylesheet" href={assetPath("site.css")} />
          {props.head ?? ""}
        </head>
        <body class={props.kind}>
          <a class="unseen skip" href="#content">
            Skip to the content
          </a>
          <header class="bar">
            <div class="bar-in">
              <a class="brand" href="/">
                {siteMark}
                <span class="brand-name">{SITE_NAME}</span>
              </a>
              <HeaderSearch />
              <Ways {...props} kind="bar-ways" />
              <details class="bar-menu">
                <summary aria-label="Site menu">
                  <Icon name="menu" />
                </summary>
                <Ways {...props} kind="bar-menu-ways" />
              </details>
            </div>
          </header>
          <main {...(props.kind === "account" ? {} : contentStart)}>{props.children}</main>
          <footer class="foot">
            <div class="foot-in">
              <nav aria-label="For developers">
                <a href="/connect">Connect your agent</a>
                <a href="/reference">API reference</a>
                <a href="/openapi.json">OpenAPI document</a>
                <a href="/problems">Problem codes</a>
              </nav>
              <nav aria-label="Legal">
                <a href="/terms">Terms</a>
                <a href="/privacy">Privacy</a>
              </nav>
            </div>
          </footer>
        </body>
      </html>
    </>
  );
}

type WaysProps = Pick<LayoutProps, "viewer" | "returnTo"> & { kind: "bar-ways" | "bar-menu-ways" };

/** Beside the brand where there is room, else in a menu that opens without a script. */
function Ways({ viewer, returnTo, kind }: WaysProps): JSX.Element {
  return (
    <div class={kind}>
      <nav class="bar-links" aria-label="Site">
        <a href="/datasets">Datasets</a>
        <a href="/requests">Data requests</a>
        <a href="/sell">Sell</a>
        <a href="/connect">Connect an agent</a>
        {viewer ? "" : <a href="/account">Your account</a>}
      </nav>
      {viewer ? <ViewerBar viewer={viewer} returnTo={returnTo} /> : ""}
    </div>
  );
}

function ViewerBar({ viewer, returnTo }: { viewer: Viewer; returnTo?: string }): JSX.Element {
  return (
    <form class="viewer" method="post" action="/auth/sign-out">
      <a class="viewer-name" href="/account" safe>
        {viewer.email}
      </a>
      <input type="hidden" name="form_token" value={viewer.formToken} />
      <input type="hidden" name="return_to" value={returnTo ?? "/"} />
      <button class="link" type="submit">
        Sign out
      </button>
    </form>
  );
}
