/** GET /account/audit: who did what in this account. */
import type { AuditItem } from "../../../market/audit/audit-view.ts";
import type { PagesContext } from "../../kit/context.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { privatePage } from "../../kit/respond.ts";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type AccountRequest, isId } from "../handle.tsx";
import { reasonWords } from "../purchases/words.ts";
import { auditWords } from "./words.ts";

const PATH = "/account/audit";

type Log = { items: AuditItem[]; next_before: string | null };

export async function showAudit(
  ctx: PagesContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const given = url.searchParams.get("before") ?? "";
  const before = isId(given) ? given : undefined;
  const log = await ctx.account.listAudit(owner, before);
  return privatePage(<AuditPage {...{ frame, log, isFirst: before === undefined }} />);
}

function AuditPage(props: { frame: Frame; log: Log; isFirst: boolean }): JSX.Element {
  const { frame, log, isFirst } = props;
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
          rows={log.items.map(auditCells)}
        />
      )}
      {(!isFirst || log.next_before !== null) && (
        <nav class="pager" aria-label="Pages">
          {!isFirst && (
            <a class="button plain" href={PATH}>
              Newest
            </a>
          )}
          {log.next_before !== null && (
            <a class="button plain" rel="next" href={`${PATH}?before=${log.next_before}`}>
              Older
            </a>
          )}
        </nav>
      )}
    </AccountLayout>
  );
}

function auditCells({ action, actor, at, subject, detail }: AuditItem): JSX.Element[] {
  return [
    <span class="lines">
      <span safe>{auditWords(action)}</span>
      {detail.map(({ name, value }) => (
        <span class="muted small">
          <span safe>{name}</span>:{" "}
          <Foreign text={name === "reason" ? reasonWords(value) : value} />
        </span>
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
