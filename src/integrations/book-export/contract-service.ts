import { viewOf as viewOfContract } from "../../api/schemas/contracts.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { DiscountAllocation } from "../../billing-terms/performance-obligations/discount-allocation.ts";
import { discountsOfContracts } from "../../billing-terms/performance-obligations/discount-allocation-store.ts";
import { allocationReasons, groupReasons } from "../../billing-terms/performance-obligations/group-readiness.ts";
import * as billingTerms from "../../billing-terms/service.ts";
import { commitmentsOfContracts } from "../../commitments/store.ts";
import { usageOfContracts } from "../../commitments/usage-service.ts";
import type { Contract } from "../../contracts/contract.ts";
import { type Day, monthOf } from "../../kernel/day.ts";
import { zero } from "../../kernel/money.ts";
import type { Merchant } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { contractSchedule } from "../../revenue/schedule.ts";
import { factsOfContracts } from "../../revenue/service.ts";
import { postedMonths } from "../../revenue/store.ts";
import type { Kind } from "../book-import/kind.ts";
import { schemas } from "../book-import/schemas-service.ts";
import { bodyOf } from "./body.ts";
import { commitmentRows } from "./commitment-rows-service.ts";
import {
  customRevenueRows,
  discountRows,
  milestoneRows,
  partsOf,
  priceRows,
  seatAmendmentRows,
} from "./contract-rows-service.ts";
import {
  type ContractFigures,
  monthsCompared,
  type OpenedContract,
  openingOf,
  type WholeContract,
} from "./opening-row-service.ts";
import { withStatedResiduals } from "./stated-residuals.ts";
import * as store from "./store.ts";
import { pobAsLoaded, termAsLoaded } from "./term-as-loaded.ts";

type Row = Readonly<Record<string, unknown>>;
type Reader = { readonly tx: Tx; readonly merchant: Merchant };

/** A contract with everything that its rows are made from. */
export type ContractAsItStands = WholeContract & {
  /** Why the contract cannot be expressed by rows; undefined if it can. */
  readonly uncarried: string | undefined;
  readonly discounts: readonly DiscountAllocation[];
  readonly isOfObligation: (billingTermId: string) => boolean;
  /** Undefined if no month is closed. */
  readonly figures: ContractFigures | undefined;
};

/** Reads contracts with their parts and with their figures at the end of a day. `asOf` is null, and there are no figures, if no month is closed. */
export async function contractsAsTheyStand(
  { tx, merchant }: Reader,
  chunk: readonly Contract[],
  asOf: Day | null,
): Promise<ContractAsItStands[]> {
  const selection = { merchantId: merchant.id, contractIds: chunk.map(({ id }) => id) };
  const terms = Map.groupBy(
    await billingTerms.termsOfContracts(tx, merchant.id, selection.contractIds),
    ({ contractId }) => contractId,
  );
  const records = await billingTerms.performanceObligationsOfContracts(tx, merchant.id, selection.contractIds);
  const live = records.flatMap(({ pob, isDeleted }) => (isDeleted ? [] : [pob]));
  const pobs = Map.groupBy(live, ({ contractId }) => contractId);
  const obligationTerms = await store.termsOfObligations(tx, selection);
  const changes = Map.groupBy(
    await store.changesOfContracts(tx, { ...selection, asOf }),
    ({ contractId }) => contractId,
  );
  const currencies = new Map(chunk.map(({ id, currency }) => [id, { currency }]));
  const discounts = await discountsOfContracts(tx, merchant.id, currencies);
  const committed = Map.groupBy(
    await commitmentsOfContracts(tx, merchant.id, selection.contractIds),
    ({ commitment: { contractId } }) => contractId,
  );
  const figures = asOf === null ? undefined : await figuresOf({ tx, merchant }, { ...selection, chunk, terms, asOf });
  return chunk.map((contract) => {
    const own = figures?.(contract.id);
    const recorded = pobs.get(contract.id) ?? [];
    const context = { currency: contract.currency, rounding: merchant.rounding };
    return {
      contract,
      terms: terms.get(contract.id) ?? [],
      pobs: own === undefined ? recorded : withStatedResiduals(recorded, own.schedule, context),
      commitments: committed.get(contract.id) ?? [],
      uncarried: changes.get(contract.id)?.[0]?.reason,
      discounts: discounts.get(contract.id) ?? [],
      isOfObligation: (termId) => obligationTerms.has(termId),
      figures: own,
    };
  });
}

/** The rows of a contract, and its opening if it has begun by the day; or the reason why it cannot be exported. */
export function rowsOfContract(
  of: ContractAsItStands,
  asOf: Day | null,
  merchant: Merchant,
): (OpenedContract & { readonly rows: ReadonlyMap<Kind, readonly Row[]> }) | { readonly reason: string } {
  if (of.uncarried !== undefined) return { reason: of.uncarried };
  const { contract, terms, pobs, figures } = of;
  const isApproved = contract.status === "APPROVED";
  const blocked = isApproved ? blockReason(of, merchant) : undefined;
  if (blocked !== undefined) return { reason: blocked };
  const opens = isApproved && figures !== undefined && asOf !== null;
  const none = { opening: undefined, unsettled: zero(contract.currency) };
  const made = opens ? openingOf(of, figures, asOf, merchant) : none;
  if ("reason" in made) return made;
  const { opening, unsettled } = made;
  const header = bodyOf({ ...schemas.contracts }, headerOf(contract));
  const approval = isApproved && opening === undefined ? { approve: true } : {};
  const parts = partsOf(contract, terms, pobs, of.isOfObligation);
  const rows = new Map<Kind, readonly Row[]>([
    ["contracts", [{ id: contract.id, ...header, ...approval }]],
    ["billing-terms", parts["billing-terms"]],
    ["obligations", parts.obligations],
    ["performance-obligations", parts["performance-obligations"]],
    ["commitments", commitmentRows(contract.id, of.commitments)],
    ["prices", priceRows(contract.id, terms)],
    ["seat-amendments", seatAmendmentRows(contract.id, terms)],
    ["milestones", milestoneRows(contract.id, terms)],
    ["custom-revenue", customRevenueRows(contract.id, pobs)],
    ["discount-allocations", discountRows(of.discounts, pobs)],
  ]);
  return { rows, opening, unsettled };
}

/** Why a contract, which is approved here, could not be approved where it is loaded; undefined if it could. */
function blockReason({ contract, terms, pobs, discounts }: ContractAsItStands, merchant: Merchant): string | undefined {
  const context = { currency: contract.currency, rounding: merchant.rounding };
  const loaded = terms.map(termAsLoaded);
  const groups = new Map(
    [...Map.groupBy(pobs, ({ billingTermGroupId }) => billingTermGroupId)].map(([id, own]) => {
      const members = loaded.filter(({ billingTermGroupId }) => billingTermGroupId === id);
      return [id, { terms: members, pobs: own.map((pob) => pobAsLoaded(pob, terms)) }] as const;
    }),
  );
  const shares = contract.allocationMethod === "RELATIVE_SSP" ? allocationReasons(groups, discounts, context) : [];
  const [reason] = [...groupReasons(groups, context), ...shares];
  return reason && `it would not be approved where it is loaded: ${reason.message}`;
}

/** The view of a contract with its own start and end date only, without dates that are derived from its terms. */
function headerOf(contract: Contract) {
  const { startDate, endDate, ...view } = viewOfContract(contract);
  return {
    ...view,
    ...(contract.start === null ? {} : { startDate }),
    ...(contract.end === null ? {} : { endDate }),
  };
}

type SelectionOfChunk = {
  readonly merchantId: string;
  readonly contractIds: readonly string[];
  readonly chunk: readonly Contract[];
  readonly terms: ReadonlyMap<string, readonly BillingTerm[]>;
  readonly asOf: Day;
};

async function figuresOf(
  { tx, merchant }: Reader,
  { chunk, terms, ...selection }: SelectionOfChunk,
): Promise<(contractId: string) => ContractFigures | undefined> {
  const ofContract = ({ contractId }: { readonly contractId: string }) => contractId;
  const billed = Map.groupBy(await store.billedOfTerms(tx, selection), ofContract);
  const credits = Map.groupBy(await store.creditsOfLines(tx, selection), ofContract);
  const committed = Map.groupBy(await store.billedOfCommitments(tx, selection), ofContract);
  const used = Map.groupBy(await store.billedOfUsage(tx, selection), ofContract);
  const counted = Map.groupBy(await store.countedUsage(tx, selection), ofContract);
  const open = Map.groupBy(await store.openInvoices(tx, selection), ofContract);
  const recognized = await store.recognizedOfPobs(tx, selection);
  const balances = Map.groupBy(await store.balancesOfContracts(tx, selection), ofContract);
  const usage = await usageOfContracts({ tx, merchant }, chunk, [...terms.values()].flat());
  const loaded = await factsOfContracts({ tx, merchant }, chunk);
  const posted = await postedMonths(
    tx,
    merchant.id,
    [...loaded.values()].flatMap(({ records }) => records.map(({ pob }) => pob.id)),
  );
  const thisMonth = monthOf(selection.asOf);
  const common = { books: { closedThrough: thisMonth }, thisMonth, last: thisMonth + monthsCompared };
  return (id) => {
    const facts = loaded.get(id)?.facts;
    if (facts === undefined) return undefined;
    return {
      billed: billed.get(id) ?? [],
      credits: credits.get(id) ?? [],
      committed: committed.get(id) ?? [],
      used: used.get(id) ?? [],
      counted: counted.get(id) ?? [],
      open: open.get(id) ?? [],
      recognized,
      balances: balances.get(id) ?? [],
      facts,
      usage: usage.get(id),
      schedule: contractSchedule(facts, posted, common),
    };
  };
}
