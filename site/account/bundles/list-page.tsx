import type { OwnerBundleView } from "../../../market/bundle/read.ts";
import type { BundleView } from "../../../market/bundle/schemas.ts";
import { counted } from "../../../market/counted.ts";
import { bundlePath } from "../../buy/paths.ts";
import { PostButton } from "../../kit/fields.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Money, Time, type Tone } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

const states: Record<BundleView["status"], { label: string; tone: Tone }> = {
  open: { label: "On sale", tone: "good" },
  unavailable: { label: "Not on sale now", tone: "warn" },
  ended: { label: "Ended", tone: "plain" },
};

export function BundlesPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnerBundleView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Bundles"
      action={
        <a class="button primary" href={`${paths.bundles}/new`}>
          New bundle
        </a>
      }
      lead="Several of your datasets at one price. Buyers pay once; each dataset is a sale of its own at its share."
    >
      {page.total === 0 ? (
        <Empty
          title="No bundles"
          text="Make one of two or more datasets on sale at a fixed price."
        />
      ) : (
        <>
          <Table
            caption="Bundles, latest first"
            columns={[
              "Bundle",
              "State",
              "Datasets",
              { label: "Price", kind: "number" },
              "Made",
              { label: "Actions", kind: "actions" },
            ]}
            rows={page.items.map((bundle) => cells(frame, bundle))}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells(frame: Frame, bundle: OwnerBundleView): JSX.Element[] {
  const { id, title, status, datasets, currency, created_at } = bundle;
  const { price_cents: cents, separate_cents: separate } = bundle;
  return [
    bundle.isSuspended ? (
      <Foreign text={title} />
    ) : (
      <a href={bundlePath(id)}>
        <Foreign text={title} />
      </a>
    ),
    <span class="lines">
      {bundle.isSuspended ? (
        <>
          <Badge tone="bad" label="Hidden by an administrator" />
          <a class="small" href="/account/reports?of=own">
            Read why<span class="unseen" safe>{`: ${title}`}</span>
          </a>
        </>
      ) : (
        <Badge {...states[status]} />
      )}
      {status === "unavailable" && !bundle.isSuspended && (
        <span class="small">
          {separate === null
            ? "A dataset is not on sale at a fixed price."
            : "It saves nothing any more."}
        </span>
      )}
    </span>,
    <span safe>{counted(datasets.length, "dataset")}</span>,
    <span class="lines">
      <Money cents={cents} currency={currency} />
      {separate !== null && (
        <span class="small muted">
          of <Money cents={separate} currency={currency} />
        </span>
      )}
    </span>,
    <Time at={created_at} day />,
    status === "ended" || frame.standing.suspendedReason !== null ? (
      ""
    ) : (
      <PostButton
        action={`${paths.bundles}/${id}/end`}
        viewer={frame.viewer}
        label="End"
        about={title}
      />
    ),
  ];
}
