import { dayFrom, formatDay, type Month } from "../../kernel/day.ts";
import type { Actor } from "../../platform/auth/person.ts";
import { monthColumn, monthFromColumn, oneOf } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { ContractModification, ModificationChoice, TreatedFact } from "./modification.ts";
import { factsOf } from "./modified-facts.ts";

/** Stores a change of an approved contract with its proposed treatment. */
export async function insertModification(
  tx: Tx,
  merchantId: string,
  modification: Omit<ContractModification, "choices">,
): Promise<void> {
  const { effectiveFrom, agreedOn, actor, ...facts } = modification;
  await tx
    .insertInto("contract_modification")
    .values({
      merchant_id: merchantId,
      id: facts.id,
      contract_id: facts.contractId,
      kind: facts.kind,
      billing_term_id: facts.billingTermId,
      added_billing_term_id: facts.addedBillingTermId,
      performance_obligation_id: facts.performanceObligationId,
      commitment_id: facts.commitmentId,
      effective_date: formatDay(effectiveFrom),
      changes: JSON.stringify(facts.changes),
      proposed_treatment: facts.proposal.treatment,
      paragraph: facts.proposal.paragraph,
      reason: facts.proposal.reason,
      agreed_on: agreedOn === null ? null : formatDay(agreedOn),
      book_month: columnOf(facts.bookMonth),
      actor_kind: actor.kind,
      actor_id: actor.id,
      created_at: facts.createdAt,
    })
    .execute();
}

export async function insertChoice(
  tx: Tx,
  merchantId: string,
  { contractId, modificationId, ...choice }: ModificationChoice & { contractId: string; modificationId: string },
): Promise<void> {
  await tx
    .insertInto("modification_choice")
    .values({
      merchant_id: merchantId,
      id: choice.id,
      contract_id: contractId,
      modification_id: modificationId,
      treatment: choice.treatment,
      reason: choice.reason,
      book_month: columnOf(choice.bookMonth),
      actor_kind: choice.actor.kind,
      actor_id: choice.actor.id,
      created_at: choice.createdAt,
    })
    .execute();
}

/** The changes of some contracts in the order they were made, each with its chosen treatments. */
export async function modificationsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<ContractModification[]> {
  const rows = await tx
    .selectFrom("contract_modification")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (rows.length === 0) return [];
  const chosen = await tx
    .selectFrom("modification_choice")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const choices = Map.groupBy(chosen, (row) => row.modification_id);
  return rows.map((row) => ({
    id: row.id,
    contractId: row.contract_id,
    kind: row.kind,
    billingTermId: row.billing_term_id,
    addedBillingTermId: row.added_billing_term_id,
    performanceObligationId: row.performance_obligation_id,
    commitmentId: row.commitment_id,
    effectiveFrom: dayFrom(row.effective_date),
    changes: row.changes as ContractModification["changes"],
    proposal: { treatment: row.proposed_treatment, paragraph: row.paragraph, reason: row.reason },
    agreedOn: row.agreed_on === null ? null : dayFrom(row.agreed_on),
    bookMonth: monthIn(row.book_month),
    actor: actorFrom(row),
    createdAt: row.created_at,
    choices: (choices.get(row.id) ?? []).map((choice) => ({
      id: choice.id,
      treatment: choice.treatment,
      reason: choice.reason,
      bookMonth: monthIn(choice.book_month),
      actor: actorFrom(choice),
      createdAt: choice.created_at,
    })),
  }));
}

/** The treatments of facts, by contract and then by the id of the fact. */
export async function treatmentsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, Map<string, TreatedFact>>> {
  const all = await modificationsOfContracts(tx, merchantId, contractIds);
  const byContract = Map.groupBy(all, ({ contractId }) => contractId);
  // A swap is one log entry for two facts: the ended and the added term.
  const treated = ({ effectiveFrom, createdAt, bookMonth, proposal, choices, ...facts }: ContractModification) => {
    const booked = [{ treatment: proposal.treatment, bookMonth, createdAt }, ...choices];
    return factsOf(facts).map((id) => [id, { effectiveFrom, at: createdAt, booked }] as const);
  };
  return new Map([...byContract].map(([id, modifications]) => [id, new Map(modifications.flatMap(treated))]));
}

function columnOf(month: Month | null): string | null {
  return month === null ? null : monthColumn(month);
}

function monthIn(column: string | null): Month | null {
  return column === null ? null : monthFromColumn(column);
}

function actorFrom(row: { readonly actor_kind: string; readonly actor_id: string }): Actor {
  return { kind: row.actor_kind as Actor["kind"], id: row.actor_id };
}
