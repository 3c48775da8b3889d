import { type Static, type TUnsafe, Type } from "typebox";
import { checkExternalIds, type ExternalId, type SentExternalId, sourceTypes } from "../../catalog/external-id.ts";
import { type Issue, invalidIssues } from "../../kernel/errors.ts";
import { Closed, List, Named, Nullable, Text } from "../../platform/http/wire.ts";
import { SourceTypeWord } from "./shared-words.ts";

// The schema accepts any text: an unknown source type is rejected with a code of its own and not as a wrong field.
const sourceType: TUnsafe<string> = Type.Unsafe<string>({ ...Text(0, 255), enum: [...sourceTypes] });

/** More than there are source types, so that the error can name the repeated source type. */
export const maximumExternalIds = 100;
export const ExternalIdBody = Named(
  "ExternalIdDto",
  Closed({ sourceType, externalId: Text(1, 255, { examples: ["4711"] }) }),
);

/** The body of an endpoint that sets external ids. */
export const externalIdsToSet = { externalIds: List(ExternalIdBody, { min: 1, max: maximumExternalIds }) };

export const ExternalIdView = Named(
  "RecordedExternalId",
  Closed({ sourceType: SourceTypeWord(), externalId: Nullable(Type.String()) }),
);

/**
 * @param owner the record, in words: "an item"
 * @throws DomainError UNSUPPORTED_SOURCE_TYPE or DUPLICATE_SOURCE_TYPE, whichever comes first, with all issues
 */
export function externalIdsFrom(sent: readonly SentExternalId[], owner: string): readonly ExternalId[] {
  const { externalIds, issues } = checkExternalIds(sent, owner);
  const [first] = issues;
  if (first !== undefined) throw invalidIssues(issues, first.code);
  return externalIds;
}

export function viewOfExternalIds(externalIds: readonly ExternalId[]): Static<typeof ExternalIdView>[] {
  return externalIds.map(({ sourceType, externalId }) => ({ sourceType, externalId }));
}

/**
 * Issues of the external ids of a body that is rejected for something else.
 *
 * @param owner the record, in words: "an item"
 */
export function externalIdIssues(owner: string): (body: unknown) => readonly Issue[] {
  return (body) => {
    const sent = (body as { readonly externalIds?: unknown } | null)?.externalIds;
    const isReadable = Array.isArray(sent) && sent.every((each) => typeof each?.sourceType === "string");
    return isReadable ? checkExternalIds(sent, owner).issues : [];
  };
}
