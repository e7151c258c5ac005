import type { PropsWithChildren } from "@kitajs/html";
import { formatCount } from "../kit/format.ts";
import { Icon } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import { noticeOf } from "../kit/notices.ts";
import type { AccountStatus } from "./standing.ts";

/** Data that every page of the account area gets in addition to its own. */
export type Frame = {
  viewer: Viewer;
  standing: AccountStatus;
  url: URL;
  /** Whether the form is filled in with text that the person typed before the session ended. */
  isFilledIn?: boolean;
};

type Section = { href: string; label: string };
type Group = { name: string | null; sections: Section[] };

const groups: Group[] = [
  { name: null, sections: [{ href: "/account", label: "Overview" }] },
  {
    name: "Buying",
    sections: [
      { href: "/account/purchases", label: "Purchases" },
      { href: "/account/waiting", label: "Approvals" },
      { href: "/account/auctions", label: "Auctions" },
      { href: "/account/requests", label: "Data requests" },
      { href: "/account/saved-searches", label: "Saved searches" },
      { href: "/account/payment-methods", label: "Payment methods" },
    ],
  },
  {
    name: "Selling",
    sections: [
      { href: "/account/listings", label: "Listings" },
      { href: "/account/sales", label: "Sales" },
      { href: "/account/earnings", label: "Earnings" },
      { href: "/account/answers", label: "Answers" },
      { href: "/account/agents", label: "Agents" },
    ],
  },
  {
    name: "With others",
    sections: [
      { href: "/account/messages", label: "Messages" },
      { href: "/account/reviews", label: "Reviews" },
      { href: "/account/reports", label: "Reports" },
    ],
  },
  {
    name: "Programs",
    sections: [
      { href: "/account/connections", label: "Connections" },
      { href: "/account/keys", label: "API keys" },
      { href: "/account/webhooks", label: "Webhooks" },
    ],
  },
  {
    name: "You",
    sections: [
      { href: "/account/mails", label: "Mails" },
      { href: "/account/devices", label: "Devices" },
      { href: "/account/audit", label: "Audit log" },
      { href: "/account/leave", label: "Your data" },
    ],
  },
];
const administration: Group = {
  name: null,
  sections: [{ href: "/admin", label: "Administration" }],
};

/** The sections of pages whose address does not begin with the section's address. */
const sectionOf: Record<string, string> = {
  "/account/sell": "/account/listings",
  "/account/offers": "/account/auctions",
};

type AccountLayoutProps = PropsWithChildren<{
  frame: Frame;
  title: string;
  lead?: string;
  /** The parent page, for visitors who did not come through it. */
  up?: { href: string; label: string };
  /** The page's main action, next to its heading. */
  action?: JSX.Element | undefined;
  /** Further elements for the page's head. */
  head?: JSX.Element | undefined;
}>;

/** The frame of the account area: navigation, notices, and why the person cannot act. */
export function AccountLayout(props: AccountLayoutProps): JSX.Element {
  const { frame, title, lead, up, action } = props;
  const { viewer, standing, url } = frame;
  return (
    <Layout title={title} viewer={viewer} kind="account" head={props.head ?? ""}>
      <div class="area">
        <div>
          <Navigation path={url.pathname} standing={standing} />
        </div>
        <div class="stack" id="content" tabindex="-1">
          <Messages {...frame} />
          <div class="page-head">
            <div class="stack-s">
              {up && (
                <p class="small">
                  <a href={up.href} safe>{`‹ ${up.label}`}</a>
                </p>
              )}
              <h1 safe>{title}</h1>
              {lead && (
                <p class="lead" safe>
                  {lead}
                </p>
              )}
            </div>
            {action}
          </div>
          {props.children}
        </div>
      </div>
    </Layout>
  );
}

function Messages({ url, standing, isFilledIn }: Frame): JSX.Element {
  const notice = noticeOf(url);
  return (
    <>
      {standing.suspendedReason !== null && (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <div>
            <p>
              <strong>Your account is suspended.</strong> You can view everything, but you cannot
              buy, sell or change anything.
            </p>
            <p>
              Reason: <span safe>{standing.suspendedReason}</span>
            </p>
          </div>
        </div>
      )}
      {isFilledIn && (
        <div class="notice warn" role="status">
          <Icon name="warning" />
          <p>
            The form holds what you typed before your session ended. It has not been sent yet: check
            it and send it.
          </p>
        </div>
      )}
      {standing.termsDue !== null && !url.pathname.startsWith("/account/terms") && (
        <div class="notice warn" role="status">
          <Icon name="warning" />
          <p>
            You have not accepted the current terms of use.{" "}
            <a href="/account/terms">Read and accept them</a>
          </p>
        </div>
      )}
      {notice && (
        <div class={`notice ${notice.tone}`} role="status">
          <Icon name={notice.tone === "good" ? "check" : "warning"} />
          <p safe>{notice.text}</p>
        </div>
      )}
    </>
  );
}

/** The number of items that wait for the person, by section address. */
const waitingOf: Record<string, (standing: AccountStatus) => number> = {
  "/account/agents": ({ pendingAgents }) => pendingAgents,
  "/account/waiting": ({ waitingPurchases }) => waitingPurchases,
  "/account/purchases": ({ dueConfirmations }) => dueConfirmations,
  "/account/auctions": ({ openOffers }) => openOffers,
  "/account/messages": ({ unreadThreads }) => unreadThreads,
};

const waitingAt = (href: string, standing: AccountStatus): number =>
  waitingOf[href]?.(standing) ?? 0;

function WaitingCount({ count }: { count: number }): JSX.Element {
  if (count === 0) return "";
  return (
    <span class="count">
      {formatCount(count)}
      <span class="unseen"> waiting</span>
    </span>
  );
}

/** A column next to the page if there is room; otherwise a menu that opens without a script. */
function Navigation({ path, standing }: { path: string; standing: AccountStatus }): JSX.Element {
  const shown = standing.admin === null ? groups : [...groups, administration];
  const isAt = (href: string) => path === href || path.startsWith(`${href}/`);
  const stray = Object.keys(sectionOf).find(isAt);
  const current = shown
    .flatMap(({ sections }) => sections)
    .findLast(({ href }) => (stray === undefined ? isAt(href) : href === sectionOf[stray]));
  const links = shown.map((group) => <Sections {...{ group, standing }} current={current?.href} />);
  return (
    <>
      <nav class="side" aria-label="Account">
        {links}
      </nav>
      <details class="menu">
        <summary>
          <Icon name="rows" />
          Menu
          <span class="muted" safe>
            {current?.label ?? ""}
          </span>
        </summary>
        <nav aria-label="Account">{links}</nav>
      </details>
    </>
  );
}

function Sections(props: {
  group: Group;
  standing: AccountStatus;
  current: string | undefined;
}): JSX.Element {
  const { group, standing, current } = props;
  return (
    <>
      {group.name !== null && (
        <p class="group" safe>
          {group.name}
        </p>
      )}
      <ul>
        {group.sections.map(({ href, label }) => (
          <li>
            <a href={href} aria-current={href === current ? "page" : undefined}>
              {label}
              <WaitingCount count={waitingAt(href, standing)} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
