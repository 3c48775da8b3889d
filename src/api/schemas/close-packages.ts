import { Type } from "typebox";
import { type ClosePackage, manifestFormat } from "../../close/close-package.ts";
import { entriesShown, type PackageDifference } from "../../close/package-service.ts";
import { proofCodes } from "../../close/proof.ts";
import { taskStatuses } from "../../close/task.ts";
import { monthField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { CivilDate, Closed, Instant, Month, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import type { EntryNames } from "../../reports/entry-memo.ts";
import { EvidenceView } from "./close-tasks.ts";
import { JournalEntryView, viewOfEntry } from "./journal-entries.ts";
import { AccountRoleWord } from "./shared-words.ts";

export const packageList: ListDeclaration = { fields: { month: monthField("eq", "gt", "gte", "lt", "lte", "in") } };

const Sha256 = (description: string) => Type.String({ description: `${description} SHA-256, hex.` });

const accountFields = {
  role: AccountRoleWord(),
  account: Type.String(),
  debit: Type.String(),
  credit: Type.String(),
  balance: Type.String({ description: "Debit − credit." }),
  activityDebit: Type.String({ description: "The month's own." }),
  activityCredit: Type.String(),
};

const RollForwardView = Closed(
  {
    opening: Type.String(),
    billed: Type.String({ description: "Issued less voided, without tax." }),
    recognized: Type.String(),
    adjustments: Type.String({ description: "Credit memos and write-offs." }),
    adjusted: Type.String({ description: "Manual adjustments." }),
    closing: Type.String(),
    contractLiability: Type.String(),
    contractAsset: Type.String(),
    unbilledReceivable: Type.String(),
  },
  {
    description:
      "Opening + billed − recognized + adjustments + adjusted = closing = contract liability − contract asset − unbilled receivable, over all contracts.",
  },
);

const ManifestView = Named(
  "CloseManifest",
  Closed({
    format: Type.Literal(manifestFormat),
    merchantId: Uuid(),
    sequence: Type.Integer({ description: "Its place in the merchant's chain of packages, from 1." }),
    month: Month(),
    closeCount: Type.Integer({ description: "How often the month had been closed, this time included." }),
    closedAt: Instant(),
    closedBy: Type.String(),
    currencies: Type.Array(
      Closed({
        currency: Type.String(),
        accounts: Type.Array(Closed(accountFields)),
        totalDebit: Type.String(),
        totalCredit: Type.String(),
        contractRollForward: RollForwardView,
      }),
    ),
    journal: Closed({
      count: Type.Integer({ description: "Entries dated in the month." }),
      lines: Type.Integer(),
      lastNumber: Type.String({ description: "The highest number among them; 0 for none." }),
      hash: Sha256("The end of the chain over the entries."),
    }),
    revenue: Closed({
      count: Type.Integer({ description: "Postings of revenue in the month." }),
      hash: Sha256("The end of the chain over the postings."),
    }),
    held: Type.Array(Closed({ contractId: Uuid(), reason: Type.String(), heldBy: Type.String() }), {
      description: "Contracts that the close left out because they are held.",
    }),
    tasks: Type.Array(
      Closed({
        templateId: Uuid(),
        title: Type.String(),
        ownerEmail: Type.String(),
        isRequired: Type.Boolean(),
        dueDate: CivilDate(),
        status: OneOf(taskStatuses),
        doneAt: Nullable(Instant()),
        doneBy: Nullable(Type.String()),
        doneByEmail: Nullable(Type.String()),
        evidence: Type.Array(EvidenceView),
      }),
      { description: "The month's tasks at the close, by due date." },
    ),
    proof: Closed(
      {
        checks: Type.Array(
          Closed({
            code: OneOf(proofCodes),
            proved: Type.Integer({ description: "For how many currencies, or contracts." }),
          }),
        ),
        contracts: Closed({
          total: Type.Integer(),
          proved: Type.Integer(),
          from: Nullable(Uuid()),
          through: Nullable(Uuid()),
        }),
      },
      {
        description:
          "What the close verified of its own month before it froze it. Contracts are verified in turn by id, starting after `through` of the package before.",
      },
    ),
    audit: Nullable(
      Closed(
        { sequence: Type.String(), hash: Sha256("Of its last row.") },
        { description: "The end of the audit log before the rows of the close." },
      ),
    ),
    previousHash: Nullable(Sha256("Of the package before; null for the first.")),
  }),
);

export const PackageView = Named(
  "ClosePackage",
  Closed({
    id: Uuid(),
    month: Month(),
    closeCount: Type.Integer(),
    hash: Sha256("Of the manifest, as its download has it."),
    manifest: ManifestView,
  }),
);

export function viewOfPackage({ id, hash, manifest }: ClosePackage) {
  return { id, month: manifest.month, closeCount: manifest.closeCount, hash: hash.toString("hex"), manifest };
}

const Account = Nullable(Closed(accountFields));

export const PackageDifferenceView = Closed({
  packageId: Uuid(),
  month: Month(),
  closeCount: Type.Integer(),
  isSame: Type.Boolean(),
  accounts: Type.Array(
    Closed({
      currency: Type.String(),
      role: AccountRoleWord(),
      account: Type.String(),
      before: Account,
      after: Account,
    }),
    { description: "Accounts whose figures at the month's end differ now." },
  ),
  totalEntriesSince: Type.Integer(),
  entriesSince: Type.Array(JournalEntryView, {
    description: `The first ${entriesShown} entries dated in the month that were posted after the close.`,
  }),
});

export function viewOfDifference({ entriesSince, ...difference }: PackageDifference, names: EntryNames) {
  return { ...difference, entriesSince: entriesSince.map((entry) => viewOfEntry(entry, names)) };
}
