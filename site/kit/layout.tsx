import type { PropsWithChildren } from "@kitajs/html";
import { Icon } from "./icons.tsx";
import { assetPath } from "./respond.ts";
import { HeaderSearch, type SearchState } from "./search-box.tsx";
import { siteMark } from "./site-icon.ts";
import { ThemeForm } from "./theme-form.tsx";

/** The signed-in reader; the form token authorises the page's own forms. */
export type Viewer = { email: string; formToken: string };

type LayoutProps = PropsWithChildren<{
  title: string;
  description?: string;
  viewer?: Viewer;
  /** The number of unread notifications in words; pages outside the account do not count them. */
  unread?: string | undefined;
  /** The page to return to after signing out. */
  returnTo?: string;
  /**
   * The address to which the browser goes at once, because a form's answer may not redirect to
   * another site.
   */
  goesOnTo?: string;
  /** The page's maximum width. */
  kind?: "wide" | "account" | "catalogue" | "checkout";
  /**
   * Further elements for the page's head, such as its canonical address. The caller escapes them.
   */
  head?: JSX.Element;
  /** The search that the page shows; null if it has a search box of its own. */
  search?: SearchState | null;
  /** Leaves out even the site's own script; the answer's policy says the same (`respond.ts`). */
  isScriptless?: boolean;
}>;

export const SITE_NAME = "Dataset Marketplace";

/**
 * The target of the link that skips the header. In the account area it follows the navigation
 * (`site/account/frame.tsx`).
 */
const contentStart = { id: "content", tabindex: "-1" };

/**
 * The frame of every page: head, bar and footer. It works without scripts and from 320 pixels of
 * width.
 */
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
          <link
            rel="preload"
            href={assetPath("inter.woff2")}
            as="font"
            type="font/woff2"
            crossorigin="anonymous"
          />
          <link rel="stylesheet" href={assetPath("site.css")} />
          {!props.isScriptless && (
            <script type="module" fetchpriority="low" src={assetPath("site.js")} />
          )}
          {props.head ?? ""}
        </head>
        <body class={props.kind}>
          <a class="unseen skip" href="#content">
            Skip to content
          </a>
          <header class="bar">
            <div class="bar-in">
              <a class="brand" href="/">
                {siteMark}
                <span class="brand-name">{SITE_NAME}</span>
              </a>
              {props.kind === "checkout" ? <Secure /> : <BarMenus {...props} />}
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
              {/* Its button shows only where no script can run. */}
              {!props.isScriptless && <ThemeForm />}
            </div>
          </footer>
        </body>
      </html>
    </>
  );
}

/** The checkout has no menu, so that nothing leads away from it by accident. */
function Secure(): JSX.Element {
  return (
    <span class="bar-secure muted small">
      <Icon name="lock" />
      Secure checkout
    </span>
  );
}

function BarMenus(props: LayoutProps): JSX.Element {
  return (
    <>
      {props.search === null ? "" : <HeaderSearch {...(props.search ?? { words: "" })} />}
      <Ways {...props} kind="bar-ways" />
      {props.viewer ? <Bell unread={props.unread} /> : ""}
      <details class="bar-menu">
        <summary>Menu</summary>
        <Ways {...props} kind="bar-menu-ways" />
      </details>
    </>
  );
}

/** Outside the menu, so that the number is seen at every width. */
function Bell({ unread }: { unread: string | undefined }): JSX.Element {
  return (
    <a
      class="bar-bell"
      href="/account/notifications"
      aria-label={unread === undefined ? "Notifications" : `Notifications: ${unread} unread`}
    >
      <Icon name="bell" />
      {unread === undefined ? (
        ""
      ) : (
        <span class="count" safe>
          {unread}
        </span>
      )}
    </a>
  );
}

type WaysProps = Pick<LayoutProps, "viewer" | "returnTo"> & { kind: "bar-ways" | "bar-menu-ways" };

/** Next to the brand if there is room; otherwise in a menu that opens without a script. */
function Ways({ viewer, returnTo, kind }: WaysProps): JSX.Element {
  return (
    <div class={kind}>
      <nav class="bar-links" aria-label="Site">
        <a href="/datasets">Datasets</a>
        <a href="/requests">Requests</a>
        <a href="/sell">Sell</a>
        <a href="/connect">Developers</a>
        {viewer ? (
          ""
        ) : (
          <a class="button plain" href="/account">
            Your account
          </a>
        )}
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
