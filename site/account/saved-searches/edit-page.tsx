import type { OwnerSearchView } from "../../../market/saved-search/owner-searches.ts";
import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout } from "../frame.tsx";
import { paths } from "../paths.ts";
import { SearchFieldSet, type SearchFormProps, searchLabels } from "./form.tsx";

export function EditSearchPage(props: SearchFormProps & { search: OwnerSearchView }): JSX.Element {
  const { frame, errors, search } = props;
  const path = `${paths.savedSearches}/${search.id}`;
  return (
    <AccountLayout
      frame={frame}
      title="Edit the saved search"
      lead="Your change applies to datasets that go on sale from then on."
      up={{ href: path, label: "The saved search" }}
    >
      <ErrorSummary errors={errors} labels={searchLabels} />
      <OwnForm action={`${path}/edit`} viewer={frame.viewer} class="card stack">
        <SearchFieldSet {...props} />
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
          <a class="button plain" href={path}>
            Cancel
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
