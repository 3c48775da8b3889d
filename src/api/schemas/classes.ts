import { type Static, Type } from "typebox";
import type { ErpClass, ErpClassDraft } from "../../catalog/class.ts";
import type { ImportFile } from "../../catalog/import-file.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, MultilineText, Named, Text, Uuid } from "../../platform/http/wire.ts";
import { checkedRecords } from "./import-records.ts";

export const classList: ListDeclaration = { fields: {}, sorts: ["name", "createdAt"] };

export const ClassView = Named(
  "Class",
  Closed({
    id: Uuid(),
    name: Type.String(),
    externalId: Type.String({ description: "Its id in the accounting system." }),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** The columns of an imported file. */
export const classFields = ["externalId", "name"] as const;

// Names of another system are kept unchanged, including their line breaks.
const ClassRecord = Closed({ externalId: Text(1, 255), name: MultilineText(1, 255) });

/** @throws DomainError VALIDATION_FAILED with every problem of the file and its line */
export function classesFromFile(file: ImportFile): ErpClassDraft[] {
  return checkedRecords<Static<typeof ClassRecord>>(file, ClassRecord);
}

/** A class as integrators see it. */
export function viewOf(erpClass: ErpClass): Static<typeof ClassView> {
  const { id, name, externalId, createdAt, lastUpdatedAt } = erpClass;
  return { id, name, externalId, createdAt, lastUpdatedAt };
}
