/** Which of two readers takes which column of a file, and which columns none can read. */

/** Columns by name. Those in neither set are read by the first reader, Polars. */
export type ColumnRoutes = {
  /** Read by the second reader; `all` where the first cannot make out the file's schema. */
  second: ReadonlySet<string> | "all";
  /** Read by none. */
  lost: ReadonlySet<string>;
};

export const firstRoutes: ColumnRoutes = { second: new Set(), lost: new Set() };

/** Some columns could not be read: the file is to be read once more, by other routes. */
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

/** The routes once columns of the first reader go to the second one. */
export function reroute(routes: ColumnRoutes, names: readonly string[]): ColumnRoutes {
  if (routes.second === "all") return routes;
  return { ...routes, second: new Set([...routes.second, ...names]) };
}

/** The routes once columns are known to be readable by none. */
export function lose(routes: ColumnRoutes, names: readonly string[]): ColumnRoutes {
  return { ...routes, lost: new Set([...routes.lost, ...names]) };
}
