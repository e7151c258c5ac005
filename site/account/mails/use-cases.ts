import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { chooseMailTopics, viewMailTopics } from "../../../market/mail/choose-mails.ts";
import type { OptionalTopic } from "../../../market/mail/topics.ts";

export function mailUseCases(ctx: Context) {
  return {
    viewMailTopics: (owner: OwnerActor): Promise<OptionalTopic[]> => viewMailTopics(ctx, owner),
    chooseMailTopics: (owner: OwnerActor, wanted: readonly OptionalTopic[]): Promise<void> =>
      chooseMailTopics(ctx, owner, wanted),
  };
}
