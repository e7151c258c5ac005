/** What the front page asks of the service. */
import { listCategories } from "../../market/catalogue/read.ts";
import type { Context } from "../../market/context.ts";

export type CatalogueNumbers = { datasetCount: number; freeDatasetCount: number };

export function homeUseCases(ctx: Context) {
  return {
    /** Null when the numbers cannot be had: the page then goes without them. */
    catalogueNumbers: async (): Promise<CatalogueNumbers | null> => {
      const categories = await listCategories(ctx);
      return {
        datasetCount: sum(categories.map((category) => category.dataset_count)),
        freeDatasetCount: sum(categories.map((category) => category.free_count)),
      };
    },
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
