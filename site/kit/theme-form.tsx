/** The choice of a colour scheme in every page's footer. `site.js` applies it at once. */
export function ThemeForm(): JSX.Element {
  return (
    <form class="theme" method="post" action="/theme">
      <label for="theme">Theme</label>
      <select id="theme" name="theme">
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
      <button class="button plain small-button" type="submit">
        Apply
      </button>
    </form>
  );
}
