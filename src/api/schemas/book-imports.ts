import { type Static, Type } from "typebox";
import { type BookImport, type StoredTie, tiedAccounts } from "../../close/tie-out.ts";
import { formatMoney, subtract } from "../../kernel/money.ts";
import { instantOut } from "../../platform/clock.ts";
import { enumField, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, Integer, MultilineText, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";

const statuses = ["TIED", "DIFFERENT"] as const;

export const importList: ListDeclaration = { fields: {}, sorts: ["createdAt"] };
export const tieList: ListDeclaration = {
  fields: {
    contractId: uuidField("eq", "in"),
    account: enumField(tiedAccounts, "eq", "in"),
    status: enumField(statuses, "eq", "in"),
  },
};

export const AcceptDifferencesBody = Closed(
  {
    reason: MultilineText(1, 1000, { description: "Why balances differ from the old ledger; kept in the audit log." }),
  },
  { examples: [{ reason: "Tax of open invoices was paid before the move" }] },
);

export const BookImportView = Named(
  "BookImport",
  Closed({
    id: Uuid(),
    name: Type.String({ description: "As book.json names it; a book is loaded once under a name." }),
    balanceCount: Integer(0, 1_000_000_000, { description: "Balances that were compared with the old ledger." }),
    differenceCount: Integer(0, 1_000_000_000, { description: "Those of them that differ." }),
    acceptedAt: Nullable(Instant()),
    acceptedBy: Nullable(Type.String()),
    acceptedReason: Nullable(Type.String()),
    reversedAt: Nullable(Instant({ description: "When it was reversed as a whole; its name is free again." })),
    createdAt: Instant(),
  }),
);

export const BookImportTieView = Named(
  "BookImportTie",
  Closed({
    contractKey: Type.String({ description: "What the files name the contract by." }),
    contractId: Uuid(),
    account: OneOf(tiedAccounts, {
      description: "CONTRACT_LIABILITY is net of contract assets and unbilled receivables, which closes present.",
    }),
    currency: Type.String(),
    old: Type.String({ description: "What the old ledger had, debit less credit." }),
    loaded: Type.String({ description: "What was posted of it." }),
    difference: Type.String({ description: "loaded less old." }),
    status: OneOf(statuses),
  }),
);

export function viewOfImport(found: BookImport): Static<typeof BookImportView> {
  const { id, name, balanceCount, differenceCount, accepted, reversedAt, createdAt } = found;
  return {
    ...{ id, name, balanceCount, differenceCount },
    acceptedAt: accepted === null ? null : instantOut(accepted.at),
    acceptedBy: accepted?.by ?? null,
    acceptedReason: accepted?.reason ?? null,
    reversedAt: reversedAt === null ? null : instantOut(reversedAt),
    createdAt: instantOut(createdAt),
  };
}

export function viewOfTie({
  contractKey,
  contractId,
  account,
  old,
  loaded,
}: StoredTie): Static<typeof BookImportTieView> {
  const difference = subtract(loaded, old);
  return {
    ...{ contractKey, contractId, account, currency: old.currency },
    ...{ old: formatMoney(old), loaded: formatMoney(loaded), difference: formatMoney(difference) },
    status: difference.minor === 0n ? "TIED" : "DIFFERENT",
  };
}
