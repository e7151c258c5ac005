import { operators } from "../../market/account/contract.ts";
import { viewOperator } from "../../market/account/view-operator.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const operatorRoutes = (edge: Edge) =>
  bind(edge, operators, { readOperator: (ctx, operator) => viewOperator(ctx, operator) });
