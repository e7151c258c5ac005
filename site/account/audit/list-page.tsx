/** Who did what in this account. */
import type { AuditItem } from "../../../market/audit/audit-view.ts";
import { Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { AuditLog } from "./use-cases.ts";
import { auditValueWords, auditWords } from "./words.ts";

export function AuditPage(props: {
  frame: Frame;
  log: AuditLog;
  isFirst: boolean;
  currency: string;
}): JSX.Element {
  const { frame, log, isFirst, currency } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Audit log"
      lead="What was done in your account: by you, your agents, your keys and the marketplace. Nothing here can be changed."
    >
      {log.items.length === 0 ? (
        <Empty
          title={isFirst ? "Nothing yet" : "Nothing older"}
          text="What you, your keys and your agents do is written down here."
        />
      ) : (
        <Table
          caption="Audit log, newest first"
          columns={["What", "About", "Who", "When"]}
          rows={log.items.map((item) => auditCells(item, currency))}
        />
      )}
      {(!isFirst || log.next_before !== null) && (
        <nav class="pager" aria-label="Pages">
          {!isFirst && (
            <a class="button plain" href={paths.audit}>
              Newest
            </a>
          )}
          {log.next_before !== null && (
            <a class="button plain" rel="next" href={`${paths.audit}?before=${log.next_before}`}>
              Older
            </a>
          )}
        </nav>
      )}
    </AccountLayout>
  );
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

/** Amounts as money, reasons in words, all else as it was written down. */
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
