import * as billingTerms from "../../billing-terms/service.ts";
import { leftOutOfMonth } from "../../close/hold-store.ts";
import * as contracts from "../../contracts/service.ts";
import { keyOfLine } from "../../invoicing/difference.ts";
import { manualInvoiceGroups } from "../../invoicing/manual-invoice-store.ts";
import { draftsOfContracts, taxOf } from "../../invoicing/service.ts";
import { soldOfContracts } from "../../invoicing/sold-items-service.ts";
import { loadTaxation } from "../../invoicing/taxation-service.ts";
import { usagePlans } from "../../invoicing/usage-plan-service.ts";
import type { Month } from "../../kernel/day.ts";
import { formatMoney, money } from "../../kernel/money.ts";
import { currentBooks } from "../../ledger/books-store.ts";
import { factsOfContracts, postedRevenue } from "../../revenue/service.ts";
import { type Invariant, merged, noViolations, type Violations, violationsOf } from "./check-result.ts";
import type { Check, Examination } from "./check-store.ts";
import {
  type ContractState,
  hasPlannedDays,
  inconsistentObligations,
  isConverged,
  spans,
  termsWithGaps,
  waitingForRelease,
} from "./contract-checks.ts";
import * as store from "./contracts-store.ts";
import { type Ending, endingOf } from "./ended-contracts.ts";

const contractsPerChunk = 250;
// Of a larger book, a different part is recalculated each day.
const sampledContracts = 1_000;

const gaps: Invariant = {
  id: "INV-07",
  severity: "violation",
  sentence: "Every due period of a billing term is billed.",
};
const revenue: Invariant = {
  id: "INV-08",
  severity: "violation",
  sentence:
    "Closed months posted exactly what each obligation had earned, and with the months to come it adds up to its transaction price.",
};
const held: Invariant = {
  id: "INV-08",
  severity: "warning",
  sentence: "No revenue of a closed month waits for its contract to be released from a hold.",
};
const convergence: Invariant = {
  id: "INV-23",
  severity: "violation",
  sentence: "Invoices and drafts match the recalculated invoice plan.",
};

const finished: Invariant = {
  id: "INV-32",
  severity: "violation",
  sentence: "A contract whose service, billing and days of grace have ended in closed months has a position of zero.",
};
const open: Invariant = {
  id: "INV-32",
  severity: "warning",
  sentence:
    "A contract that is over has a position of zero, except for undated progress, milestones or billing, and while it is held.",
};

/** INV-07, INV-08, INV-23 and INV-32: recalculates invoice plan and revenue of approved contracts, in chunks, and compares the books with them. */
export const contractsCheck: Check = {
  invariants: [gaps, revenue, convergence, held, finished, open],
  run: async (examination) => {
    const { tx, merchant, clock, full } = examination;
    // A live merchant's drafts are issued by an hourly scan, so today's may still be waiting.
    const days = { today: clock.today, due: merchant.isSandbox ? clock.today : clock.today - 1 };
    const stride = full ? 1 : Math.ceil((await store.countApproved(tx, merchant.id)) / sampledContracts) || 1;
    const { closedThrough } = await currentBooks(tx, merchant.id);
    let [found, position] = [contractsCheck.invariants.map(() => noViolations), clock.today];
    let after: string | undefined;
    for (;;) {
      const options = { after, contractIds: undefined, limit: contractsPerChunk };
      const chunk = await contracts.approvedContracts(tx, merchant.id, options);
      if (chunk.length === 0) return found;
      const atWork = await store.contractsAtWork(
        tx,
        merchant.id,
        chunk.map((contract) => contract.id),
      );
      const ended: Record<Ending, string[]> = { FINISHED: [], OPEN: [], GOES_ON: [] };
      for (const state of await loadStates(examination, chunk, closedThrough)) {
        const isAtRest = !atWork.has(state.contractId);
        const isSampled = isAtRest && position++ % stride === 0;
        found = plus(found, [
          isAtRest ? termsWithGaps(state, days.due) : [],
          inconsistentObligations(state, closedThrough),
          isSampled && !(isConverged(state, days) && spans(state) && hasPlannedDays(state, days.today))
            ? [state.contractId]
            : [],
          waitingForRelease(state, closedThrough),
        ]);
        if (closedThrough === null || !isAtRest) continue;
        ended[endingOf(state, closedThrough, merchant.usageGraceDays)].push(state.contractId);
      }
      if (closedThrough !== null) {
        const over = [...ended.FINISHED, ...ended.OPEN];
        const positions = await store.standingPositions(tx, merchant.id, over, closedThrough);
        const standing = ended.FINISHED.filter((id) => positions.has(id));
        found = plus(found, [[], [], [], [], standing, openPositions(chunk, ended.OPEN, positions)]);
      }
      after = chunk.at(-1)?.id;
    }
  },
};

/** Contracts whose end is `OPEN` and that have a position: the id and the net position of each, as one text. */
function openPositions(
  chunk: readonly contracts.ApprovedContract[],
  ids: readonly string[],
  positions: ReadonlyMap<string, bigint>,
): string[] {
  const currencies = new Map(chunk.map(({ id, currency }) => [id, currency]));
  return ids.flatMap((id) => {
    const [net, currency] = [positions.get(id), currencies.get(id)];
    if (net === undefined || currency === undefined) return [];
    return [`${id} ${formatMoney(money(net, currency))} ${currency}`];
  });
}

function plus(found: readonly Violations[], ids: readonly (readonly string[])[]): Violations[] {
  return found.map((violations, index) => merged(violations, violationsOf(ids[index] ?? [])));
}

async function loadStates(
  { tx, merchant, clock }: Examination,
  chunk: readonly contracts.ApprovedContract[],
  closedThrough: Month | null,
): Promise<ContractState[]> {
  const ids = chunk.map((contract) => contract.id);
  const terms = await billingTerms.termsOfContracts(tx, merchant.id, ids);
  const issued = await store.issuedLines(
    tx,
    merchant.id,
    terms.map((term) => term.id),
  );
  // An invoice may have a line of the term that its own term replaced.
  const billed = new Set([...issued.values()].flat().map(keyOfLine));
  const drafts = await draftsOfContracts(tx, merchant.id, ids);
  const manualGroups = await manualInvoiceGroups(tx, merchant.id, ids);
  const loaded = await factsOfContracts({ tx, merchant }, chunk);
  const obligationIds = [...loaded.values()].flatMap(({ records }) => records.map(({ pob }) => pob.id));
  const posted =
    closedThrough === null ? new Map() : await postedRevenue(tx, merchant.id, obligationIds, closedThrough);
  const leftOut = await leftOutOfMonth(tx, merchant.id, closedThrough);
  const postedById = new Map(
    [...posted].map(([id, { before, pattern, catchUp, breakage }]) => {
      return [id, before + pattern + catchUp + breakage] as const;
    }),
  );
  const horizon = { through: clock.today, andNext: true };
  const ofUsage = await usagePlans({ tx, merchant, today: clock.today }, chunk, terms, horizon);
  const reported = await store.reportedTerms(tx, merchant.id, ids);
  const termDays = await store.termDays(tx, merchant.id, ids);
  const termsByContract = Map.groupBy(terms, (term) => term.contractId);
  const soldOf = await soldOfContracts(tx, merchant.id, terms);
  const taxed = chunk.map(({ id, customerId, currency }) => ({ customerId, currency, lines: soldOf(id) }));
  const taxation = await loadTaxation({ tx, merchant }, taxed);
  return chunk.flatMap((contract) => {
    const found = loaded.get(contract.id);
    if (found === undefined) return [];
    return [
      {
        contractId: contract.id,
        context: { currency: contract.currency, rounding: merchant.rounding },
        terms: termsByContract.get(contract.id) ?? [],
        issued,
        billed,
        drafts: drafts.get(contract.id) ?? [],
        manualGroups: manualGroups.get(contract.id) ?? new Set<string>(),
        usage: found.facts.usage,
        usagePlan: ofUsage.get(contract.id) ?? new Map(),
        taxOf: (invoice) => taxOf(contract, invoice, taxation),
        facts: found.facts,
        posted: postedById,
        isLeftOut: leftOut.has(contract.id),
        reported: reported.get(contract.id),
        termDays,
      },
    ];
  });
}
