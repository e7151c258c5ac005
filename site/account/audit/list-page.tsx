import type { AuditLog } from "../../../market/audit/list-audit-log.ts";
import type { AuditItem, auditParties } from "../../../market/audit/schemas.ts";
import { PartLinks } from "../../kit/part-links.tsx";
import { Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { auditValueWords, auditWords } from "./words.ts";

/** The party to filter by: its parameter name and its id. */
export type AuditPartyFilter = { name: (typeof auditParties)[number]; id: string };

/** The address of one party's entries; null: the whole log. */
export function auditPath(asked: AuditPartyFilter | null, before?: string): string {
  const query = new URLSearchParams();
  if (asked !== null) query.set(asked.name, asked.id);
  if (before !== undefined) query.set("before", before);
  return query.size === 0 ? paths.audit : `${paths.audit}?${query}`;
}

export function AuditPage(props: {
  frame: Frame;
  log: AuditLog;
  asked: AuditPartyFilter | null;
  isFirst: boolean;
  currency: string;
}): JSX.Element {
  const { frame, log, asked, isFirst, currency } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Audit log"
      lead="Everything that you, your agents, your keys and the marketplace did in your account. Entries cannot be changed."
    >
      {log.of !== null && (
        <p>
          Only what <Foreign text={log.of} /> did, and changes that others made to it.{" "}
          <a href={paths.audit}>Show everything</a>
        </p>
      )}
      {log.items.length === 0 ? (
        <Empty title={emptyTitle(log, isFirst)} text={emptyText(log)} />
      ) : (
        <Table
          caption="Audit log, newest first"
          columns={["What", "About", "Who", "When"]}
          rows={log.items.map((item) => auditCells(item, currency))}
        />
      )}
      <PartLinks
        of="Pages"
        before={isFirst ? null : { label: "Newest", href: auditPath(asked) }}
        after={
          log.next_before === null
            ? null
            : { label: "Older", href: auditPath(asked, log.next_before) }
        }
      />
    </AccountLayout>
  );
}

function emptyTitle({ next_before: next }: AuditLog, isFirst: boolean): string {
  if (next !== null) return "Nothing among the latest";
  return isFirst ? "Nothing yet" : "Nothing older";
}

function emptyText({ next_before: next }: AuditLog): string {
  return next === null
    ? "Actions by you, your keys and your agents appear here."
    : "Older pages may have entries.";
}

function auditCells(item: AuditItem, currency: string): JSX.Element[] {
  const { action, actor, at, subject, detail } = item;
  return [
    <span class="lines">
      <span safe>{auditWords(action)}</span>
      {detail.map(({ name, value }) => (
        <Detail {...{ name, value, currency }} />
      ))}
    </span>,
    <span class="lines">
      <Foreign text={subject.label} />
      <span class="muted small" safe>
        {subject.kind.replaceAll("_", " ")}
      </span>
    </span>,
    <Foreign text={actor.label} />,
    <Time at={at} />,
  ];
}

type DetailProps = { name: string; value: string; currency: string };

/** Shows amounts as money and reasons in words; other values stay as they were recorded. */
function Detail({ name, value, currency }: DetailProps): JSX.Element {
  const isAmount = name.endsWith("_cents") && /^-?\d+$/.test(value);
  return (
    <span class="muted small">
      <span safe>{name.replace(/_cents$/, "").replaceAll("_", " ")}</span>:{" "}
      {isAmount ? (
        <Money cents={Number(value)} currency={currency} />
      ) : (
        <Foreign text={auditValueWords(name, value)} />
      )}
    </span>
  );
}
