import { TextField } from "../../kit/fields.tsx";

/** Searches for a listing, an agent, an account or a purchase. */
export function SearchForm({ q, error }: { q: string; error?: string }): JSX.Element {
  return (
    <search>
      <form class="search" method="get" action="/admin/find">
        <TextField
          name="q"
          label="Listing, agent, account or purchase"
          hint="An id, an e-mail address, an agent's name, or words from a title."
          type="search"
          value={q}
          maxlength={200}
          required
          errors={error === undefined ? {} : { q: error }}
        />
        <button class="button primary" type="submit">
          Find
        </button>
      </form>
    </search>
  );
}
