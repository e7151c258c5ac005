import { cancelImport, retryImport } from "../../market/listing/import/change-import.ts";
import { imports } from "../../market/listing/import/contract.ts";
import { createImport } from "../../market/listing/import/create-import.ts";
import { getImport, listImports } from "../../market/listing/import/read.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

type ImportParams = { id: string; import_id: string };

const keyOf = ({ id: listingId, import_id: importId }: ImportParams) => ({ listingId, importId });

export const importRoutes = (edge: Edge) =>
  bind(edge, imports, {
    createImport: {
      act: (ctx, agent, { params, body }) => createImport(ctx, agent, params.id, body),
      location: ({ params }, { id }) => `/listings/${params.id}/imports/${id}`,
    },
    listImports: (ctx, agent, { params, query }) => listImports(ctx, agent, params.id, query),
    getImport: (ctx, agent, { params }) => getImport(ctx, agent, keyOf(params)),
    cancelImport: (ctx, agent, { params }) => cancelImport(ctx, agent, keyOf(params)),
    retryImport: (ctx, agent, { params }) => retryImport(ctx, agent, keyOf(params)),
  });
