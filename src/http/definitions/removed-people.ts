import type { StoredAccess } from "../../access/stored-access.ts";
import type { Author } from "../../base/author.ts";
import { ownerOf } from "../../definitions/definition.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import type { View } from "../../definitions/view.ts";

/** Resolves with the views of all websites, whoever has them. */
export type FindViews = () => Promise<readonly FoundView[]>;

interface FoundView {
  readonly websiteId: number;
  readonly id: number;
  readonly content: View;
}

export interface ViewRemoval {
  readonly access: Pick<StoredAccess, "all">;
  readonly definitions: Pick<Definitions, "remove">;
  readonly findViews: FindViews;
  readonly logger: { warn(where: object, text: string): void };
}

/**
 * Deletes the views of people who are deleted. Nobody sees such a view any more, so one that cannot
 * be deleted now may stay until the next call. Never rejects.
 */
export async function removeOrphanedViews(by: Author, parts: ViewRemoval): Promise<void> {
  const { access, definitions, findViews, logger } = parts;
  const isOrphaned = (owner: number) => owner > 0 && !access.all.find("person", owner);
  try {
    for (const { websiteId, id, content } of await findViews()) {
      if (isOrphaned(ownerOf(content))) await definitions.remove(by, websiteId, "view", id);
    }
  } catch (error) {
    logger.warn({ err: error }, "the views of deleted people are not removed yet");
  }
}
