/** How each column is read: columns in neither set are read by Polars, the first reader. */
export type ColumnRoutes = {
  /** Columns for the second reader; `all` if the first reader cannot make out the file's schema. */
  second: ReadonlySet<string> | "all";
  /** Columns that neither reader can decode. */
  lost: ReadonlySet<string>;
};

export const firstRoutes: ColumnRoutes = { second: new Set(), lost: new Set() };

/** Some columns could not be read. The file must be read again with these routes. */
export class ColumnRouteError extends Error {
  override readonly name = "ColumnRouteError";
  readonly routes: ColumnRoutes;

  constructor(routes: ColumnRoutes, cause: unknown) {
    super("columns could not be read", { cause });
    this.routes = routes;
  }
}

export function takesSecond({ second }: ColumnRoutes, name: string): boolean {
  return second === "all" || second.has(name);
}

/** Returns the routes with these columns moved from the first reader to the second. */
export function reroute(routes: ColumnRoutes, names: readonly string[]): ColumnRoutes {
  if (routes.second === "all") return routes;
  return { ...routes, second: new Set([...routes.second, ...names]) };
}

/** Returns the routes with these columns marked as unreadable. */
export function lose(routes: ColumnRoutes, names: readonly string[]): ColumnRoutes {
  return { ...routes, lost: new Set([...routes.lost, ...names]) };
}
