import type { PropsWithChildren } from "@kitajs/html";
import { UNREAD_NOTIFICATIONS_COUNTED_MAX } from "../../market/event/limits.ts";
import { formatCount } from "../kit/format.ts";
import { Icon, type IconName } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import { noticeOf } from "../kit/notices.ts";
import {
  administrationSection,
  overviewSection,
  type Section,
  type SectionGroup,
  sectionAt,
  sectionGroups,
} from "./sections.ts";
import type { AccountStatus } from "./standing.ts";

/** Data that every page of the account area gets in addition to its own. */
export type Frame = {
  viewer: Viewer;
  standing: AccountStatus;
  url: URL;
  /** Whether the form is filled in with text that the person typed before the session ended. */
  isFilledIn?: boolean;
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
    <Layout
      title={title}
      viewer={viewer}
      unread={waitingText(standing.unreadNotifications)}
      kind="account"
      head={props.head ?? ""}
    >
      <div class="area">
        <Navigation path={url.pathname} standing={standing} />
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

/** Notices above a page: suspension, terms to accept, and the outcome of the last form. */
export function Messages({ url, standing, isFilledIn }: Frame): JSX.Element {
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
            The form contains what you typed before you left it. It has not been sent yet: check it
            and send it.
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

/** "99+" if the count stopped there; undefined if nothing waits. */
function waitingText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count >= UNREAD_NOTIFICATIONS_COUNTED_MAX ? "99+" : formatCount(count);
}

function WaitingCount({ count, what }: { count: number; what: string }): JSX.Element {
  const shown = waitingText(count);
  if (shown === undefined) return "";
  return (
    <span class="count">
      <span safe>{shown}</span>
      <span class="unseen" safe>{` ${what}`}</span>
    </span>
  );
}

/**
 * Next to the page if there is room, otherwise behind a button, without a script. The current
 * page's group is open.
 */
function Navigation({ path, standing }: { path: string; standing: AccountStatus }): JSX.Element {
  const current = sectionAt(path);
  const group = sectionGroups.find(({ sections }) => current && sections.includes(current));
  const waiting = sectionGroups.reduce((sum, one) => sum + waitingIn(one, standing), 0);
  return (
    <>
      <button class="side-open" type="button" popovertarget={MENU_ID}>
        <span>
          <strong>Account</strong>{" "}
          <span safe>{[group?.name, current?.label].filter(Boolean).join(" › ")}</span>
        </span>
        <WaitingCount count={waiting} what="waiting" />
        <Icon name="arrow" />
      </button>
      <nav class="side" aria-label="Account" id={MENU_ID} popover="auto">
        <SectionLink {...{ section: overviewSection, current }} icon="home" />
        {sectionGroups.map((group) => (
          <Group {...{ group, standing, current }} />
        ))}
        {standing.admin !== null && (
          <SectionLink {...{ section: administrationSection, current }} icon="settings" />
        )}
      </nav>
    </>
  );
}

const MENU_ID = "account-menu";

const waitingIn = ({ sections }: SectionGroup, standing: AccountStatus): number =>
  sections.reduce((sum, { waiting }) => sum + (waiting?.(standing) ?? 0), 0);

function SectionLink(props: {
  section: Section;
  current: Section | undefined;
  icon: IconName;
}): JSX.Element {
  const { section, current, icon } = props;
  return (
    <a
      class="side-link"
      href={section.href}
      aria-current={section === current ? "page" : undefined}
    >
      <Icon name={icon} />
      <span safe>{section.label}</span>
    </a>
  );
}

function Group(props: {
  group: SectionGroup;
  standing: AccountStatus;
  current: Section | undefined;
}): JSX.Element {
  const { group, standing, current } = props;
  const isCurrent = current !== undefined && group.sections.includes(current);
  const waiting = waitingIn(group, standing);
  return (
    <details name="account-group" open={isCurrent}>
      <summary class="side-link">
        <Icon name={group.icon} />
        <span safe>{group.name}</span>
        <WaitingCount count={waiting} what="waiting" />
        <Icon name="arrow" />
      </summary>
      <ul>
        {group.sections.map((section) => (
          <li>
            <a href={section.href} aria-current={section === current ? "page" : undefined}>
              <span safe>{section.label}</span>
              <WaitingCount count={section.waiting?.(standing) ?? 0} what="waiting" />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
