import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { actOnJob } from "../../../market/operations/act-on-job.ts";
import { readJob, readOperations } from "../../../market/operations/read.ts";
import type { JobAct, JobKind } from "../../../market/operations/rules.ts";
import { jobActBody } from "../../../market/operations/schemas.ts";
import { parseForm } from "../../kit/form.ts";

type JobKey = { kind: JobKind; id: string };

export function operationsUseCases(ctx: Context) {
  return {
    readOperations: (admin: AdminActor) => readOperations(ctx, admin),
    readJob: (admin: AdminActor, job: JobKey) => readJob(ctx, admin, job),
    actOnJob: async (
      admin: AdminActor,
      job: JobKey & { act: JobAct },
      form: { reason: string },
    ): Promise<void> => {
      await actOnJob(ctx, admin, job, parseForm(jobActBody, form));
    },
  };
}
