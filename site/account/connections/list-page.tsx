import type { ConnectionView } from "../../../market/connection/read.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { connectionStateWords, scopeWords } from "./words.ts";

export function ConnectionsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<ConnectionView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Connections"
      lead="Programs that act for you within limits that you set."
    >
      {page.total === 0 ? (
        <Empty
          title="No program is connected"
          text="Give a program this marketplace's address. It sends you here to sign in and decide what it may do."
        >
          <a class="button plain" href="/connect">
            How to connect a program
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Connections"
            columns={["Program", "State", "May", "Connected", "Last used"]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells(connection: ConnectionView): JSX.Element[] {
  const { id, clientHost, clientName, state, scopes, lastUsedAt, expiresAt } = connection;
  const { label, tone } = connectionStateWords[state];
  const may = scopes.map((scope) => scopeWords[scope].label).join(", ");
  return [
    <span class="lines">
      <a href={`${paths.connections}/${id}`}>
        <Foreign text={clientHost} />
      </a>
      <span class="muted small">
        <Foreign text={`“${clientName}”`} />
        {connection.isRegisteredDynamically && " (unverified)"}
      </span>
    </span>,
    <span class="lines">
      <Badge tone={tone} label={label} />
      {state === "active" && expiresAt && (
        <span class="muted small">
          until <Time at={expiresAt} day />
        </span>
      )}
    </span>,
    <span safe>{may === "" ? "Nothing (ended)" : may}</span>,
    <Time at={connection.createdAt} day />,
    lastUsedAt === null ? <span class="muted">Never</span> : <Time at={lastUsedAt} />,
  ];
}
