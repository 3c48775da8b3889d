import type { Cutoff } from "../../platform/db/cutoff.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { BillingTerm } from "../billing-term.ts";
import { termRecordsOfContracts } from "../term-store.ts";
import { correctionsOfContracts, withdrawnOfContracts } from "./history-store.ts";
import { correctedTerm, recordedBefore } from "./record-as-of.ts";

/** Live terms of some contracts, each contract's oldest first, as they were at the cutoff. */
export async function termsAsOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff,
): Promise<BillingTerm[]> {
  const terms = (await termRecordsOfContracts(tx, merchantId, contractIds, cutoff)).map(({ term }) => term);
  if (cutoff === null) return terms;
  const { byOwner: corrections } = await correctionsOfContracts(tx, merchantId, contractIds);
  const withdrawn = await withdrawnOfContracts(tx, merchantId, contractIds);
  return terms.map((term) => {
    const history = { corrections: corrections.get(term.id) ?? [], withdrawn: withdrawn.get(term.id) ?? [] };
    return correctedTerm(term, history, recordedBefore(cutoff));
  });
}
