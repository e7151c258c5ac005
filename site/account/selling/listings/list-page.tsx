import type { FiguresView } from "../../../../market/analytics/schemas.ts";
import { counted } from "../../../../market/counted.ts";
import type { OwnerListingView } from "../../../../market/listing/read.ts";
import { offerText } from "../../../catalogue/facts.ts";
import { formatCount } from "../../../kit/format.ts";
import type { PageOf, PageWanted } from "../../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../../kit/parts.tsx";
import { Pager, Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { FileState } from "./file-state.tsx";
import { statusWords } from "./words.ts";

export function ListingsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnerListingView>;
  /** The last 30 days, by listing. */
  figures: ReadonlyMap<string, FiguresView>;
  isFiltered: boolean;
}): JSX.Element {
  const { frame, wanted, page, figures, isFiltered } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Listings"
      lead="Your listings and your agents' listings."
      action={
        <a class="button primary" href={paths.sell}>
          Sell a dataset
        </a>
      }
    >
      {isFiltered && (
        <p>
          Only one agent's listings. <a href="/account/listings">Show all</a>
        </p>
      )}
      {page.total === 0 ? (
        <Empty
          title="No listing yet"
          text="Sell a dataset here, or let a seller agent do it that you approved."
        >
          <a class="button plain" href="/account/agents">
            See your agents
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Listings, newest first"
            columns={[
              "Listing",
              "State",
              "File",
              "Agent",
              "Changed",
              "Last 30 days",
              { label: "Price", kind: "number" },
            ]}
            rows={page.items.map((listing) => listingCells(listing, figures.get(listing.id)))}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function listingCells(listing: OwnerListingView, figures: FiguresView | undefined): JSX.Element[] {
  const { label, tone } = statusWords[listing.status];
  return [
    <a href={`${paths.listings}/${listing.id}`}>
      <Foreign text={listing.title} />
    </a>,
    <span class="lines">
      <Badge tone={tone} label={label} />
      {listing.suspension && (
        <span class="small" safe>
          {listing.suspension.reason}
        </span>
      )}
      {listing.expires_at !== null && (
        <span class="small">
          Expires <Time at={listing.expires_at} day />
        </span>
      )}
    </span>,
    <FileState listing={listing} />,
    <Foreign text={listing.agent.agent_name} />,
    <Time at={listing.updated_at} day />,
    <Use {...{ listing, figures }} />,
    <span class="lines">
      {offerText(listing)
        .split(", ")
        .map((offer) => (
          <span safe>{offer}</span>
        ))}
    </span>,
  ];
}

function Use(props: { listing: OwnerListingView; figures: FiguresView | undefined }): JSX.Element {
  const { listing, figures } = props;
  if (listing.status === "draft") return <span class="muted">–</span>;
  const { views = 0, samples = 0, queries = 0, downloads = 0, purchases = 0 } = figures ?? {};
  const more = [
    samples + queries > 0 && counted(samples + queries, "sample or query", "samples and queries"),
    downloads > 0 && counted(downloads, "download"),
    purchases > 0 && `${formatCount(purchases)} sold`,
  ].filter((part) => part !== false);
  return (
    <span class="lines">
      <a href={`${paths.analytics}?dataset=${listing.id}`} safe>
        {counted(views, "view")}
      </a>
      <span class="small muted" safe>
        {more.join(", ")}
      </span>
    </span>
  );
}
