import { counted } from "../../../market/counted.ts";
import { datasetPath } from "../../catalogue/facts.ts";
import { Confirm, ErrorSummary, OwnForm, PostButton } from "../../kit/fields.tsx";
import type { PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Facts, Foreign } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { HiddenNote } from "../reports/hidden-note.tsx";
import { CollectionFieldSet, type CollectionFormProps, collectionLabels } from "./form.tsx";
import { visibilityWords } from "./list-page.tsx";
import type { collectionUseCases } from "./use-cases.ts";

type Kept = Awaited<ReturnType<ReturnType<typeof collectionUseCases>["getCollection"]>>;
type Item = Kept["items"][number];

type Props = CollectionFormProps & { frame: Frame; wanted: PageWanted; kept: Kept };

export function CollectionPage(props: Props): JSX.Element {
  const { frame, kept, errors } = props;
  const { collection } = kept;
  const mayAct = frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title={collection.title}
      up={{ href: paths.collections, label: "Collections" }}
    >
      <ErrorSummary errors={errors} labels={collectionLabels} />
      {collection.isSuspended && <HiddenNote what="this collection from everybody but you" />}
      <Facts
        facts={[
          [
            "Who sees it",
            <span>
              {collection.isSuspended ? "Only you" : visibilityWords[collection.visibility]}
            </span>,
          ],
          collection.visibility === "public" && !collection.isSuspended
            ? ["Public page", <a href={`/collections/${collection.id}`}>View the public page</a>]
            : null,
          ["Followers", <span safe>{counted(collection.followers, "follower")}</span>],
        ]}
      />
      <Datasets {...props} />
      {mayAct && <Settings {...props} />}
    </AccountLayout>
  );
}

function Datasets({ frame, wanted, kept }: Props): JSX.Element {
  const { collection, items, total } = kept;
  return (
    <section class="stack-s" aria-labelledby="datasets">
      <h2 id="datasets">Datasets</h2>
      {total === 0 ? (
        <Empty title="No datasets yet" text="Choose “Save to collection” on a dataset's page.">
          <a class="button primary" href="/datasets">
            Browse datasets
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Datasets in the collection's order"
            columns={[
              "Dataset",
              { label: "Place", kind: "number" },
              { label: "Change", kind: "actions" },
            ]}
            rows={items.map((item) => cellsOf(item, { frame, id: collection.id, total }))}
          />
          <Pager url={frame.url} {...wanted} total={total} />
        </>
      )}
    </section>
  );
}

type Place = { frame: Frame; id: string; total: number };

function cellsOf({ dataset_id, position, title, is_on_sale }: Item, place: Place): JSX.Element[] {
  const { frame, id, total } = place;
  const { viewer } = frame;
  const path = `${paths.collections}/${id}/datasets/${dataset_id}`;
  const at = (to: number) => ({
    action: path,
    viewer,
    about: title,
    name: "position",
    value: `${to}`,
  });
  const mayAct = frame.standing.suspendedReason === null;
  return [
    is_on_sale ? (
      <a href={datasetPath(dataset_id)}>
        <Foreign text={title} />
      </a>
    ) : (
      <span class="lines">
        <Foreign text={title} />
        <Badge tone="plain" label="Not on sale: only you see it" />
      </span>
    ),
    <span>{position}</span>,
    mayAct ? (
      <div class="row">
        {position > 1 && <PostButton {...at(position - 1)} label="Up" />}
        {position < total && <PostButton {...at(position + 1)} label="Down" />}
        <PostButton action={`${path}/remove`} viewer={viewer} about={title} label="Remove" />
      </div>
    ) : (
      ""
    ),
  ];
}

function Settings(props: Props): JSX.Element {
  const { frame, kept } = props;
  const { id, followers } = kept.collection;
  const path = `${paths.collections}/${id}`;
  return (
    <section class="stack-m" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <OwnForm action={path} viewer={frame.viewer} class="card stack-m">
        <CollectionFieldSet {...props} />
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
        </div>
      </OwnForm>
      <Confirm summary="Delete this collection">
        <p>
          {"The datasets stay on sale. "}
          <span safe>
            {followers === 0
              ? "Nobody follows it."
              : `${counted(followers, "follower")} will not hear of it again.`}
          </span>
        </p>
        <PostButton
          action={`${path}/delete`}
          viewer={frame.viewer}
          kind="danger"
          label="Delete for good"
        />
      </Confirm>
    </section>
  );
}
