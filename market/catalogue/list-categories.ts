import { countCategories } from "../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../context.ts";
import { categories } from "../vocabulary.ts";
import type { CategoryView } from "./schemas.ts";

/** All ten categories, those without a dataset too. */
export async function listCategories(ctx: Context): Promise<CategoryView[]> {
  const counts = new Map((await countCategories(ctx.db)).map((row) => [row.category, row]));
  return categories.map((category) => ({
    ...category,
    dataset_count: counts.get(category.id)?.datasets ?? 0,
    free_count: counts.get(category.id)?.free ?? 0,
  }));
}
