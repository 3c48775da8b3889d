import { actOnContract } from "../../actions/act-on-contract.ts";
import { addObligation } from "../../actions/add-obligation.ts";
import { draftFromBody as contractFromBody } from "../../api/schemas/contract-requests.ts";
import { draftFromBody as customerFromBody } from "../../api/schemas/customers.ts";
import { draftFromBody as obligationFromBody } from "../../api/schemas/obligation-bodies.ts";
import { noAccounts } from "../../catalog/category.ts";
import { createCategory } from "../../catalog/service.ts";
import { closeMonth } from "../../close/service.ts";
import * as contracts from "../../contracts/service.ts";
import { createCustomer } from "../../customers/service.ts";
import { required } from "../../kernel/assert.ts";
import { formatDay, monthFrom } from "../../kernel/day.ts";
import { createKey } from "../../platform/auth/keys.ts";
import { addUser } from "../../platform/auth/users.ts";
import { handleAllPending } from "../../platform/due-work.ts";
import { createMerchant } from "../../platform/merchant/merchants.ts";
import { advanceClock } from "../../platform/sandbox/clock.ts";
import { type Platform, type WriteContext, type WriteOptions, write } from "../../platform/write.ts";
import { type DemoContract, type DemoCustomer, demoCategories } from "./contract.ts";
import { demoContracts } from "./contracts.ts";
import { syntheticContracts } from "./synthetic.ts";

export type DemoOptions = {
  /** The merchant's name; "Acme Cloud" by default. */
  readonly name?: string | undefined;
  /** The number of synthetic contracts in addition to those written by hand. */
  readonly contracts?: number | undefined;
  /** Called after each month. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
};

/** A merchant to try things with. Its keys are shown only this once. */
export type DemoMerchant = {
  readonly merchantId: string;
  readonly userId: string;
  readonly writeKey: string;
  readonly readKey: string;
};

type NewDemo = {
  readonly name: string;
  readonly clock: Temporal.Instant;
  readonly performanceObligations?: boolean;
  /** The local part of its owner's mail address. */
  readonly owner?: string;
};

/** The mail domain of a demo's people. Each demo has its own, because a mail address is the same person in all merchants. */
export function demoDomain(merchantId: string): string {
  return `${merchantId.slice(-6)}.acme-cloud.invalid`;
}

const year = 2025;
const months = 12;
const contractsPerWrite = 50;

/** The number of months in a demo, for showing progress. */
export const demoMonths = months;

/**
 * Creates a sandbox merchant with a year of business: contracts of many kinds, entered in the month in which they were signed, invoiced
 * day by day and closed month by month through December 2025. Its clock then stands in January 2026. Business data is entered with
 * the use cases of the API (operations "The two commands").
 */
export async function seedDemo(platform: Platform, options: DemoOptions = {}): Promise<DemoMerchant> {
  const clock = morningOf(year, 1, 1);
  const merchant = await createDemoMerchant(platform, { name: options.name ?? "Acme Cloud", clock });
  const { merchantId, userId } = merchant;
  const by: WriteOptions = { merchantId, actor: { kind: "USER", id: userId } };
  const categories = await createCategories(platform, by);
  const customers = new Map<string, string>();
  const signed = Map.groupBy(
    [...demoContracts, ...syntheticContracts(options.contracts ?? 0)],
    (contract) => contract.signedIn,
  );

  for (let month = 1; month <= months; month++) {
    await enterContracts(platform, by, signed.get(month) ?? [], { categories, customers });
    await advanceClock(platform, by, month < months ? morningOf(year, month + 1, 5) : morningOf(year + 1, 1, 15));
    await write(platform, by, (ctx) => closeMonth(ctx, monthFrom(year, month)));
    options.onProgress?.(month, months);
  }
  return merchant;
}

/**
 * Creates a sandbox merchant with only an owner and two keys. Set `performanceObligations` if contracts need performance obligations of their own.
 */
export async function createDemoMerchant(
  { db }: Platform,
  { name, clock, performanceObligations = false, owner = "controller" }: NewDemo,
): Promise<DemoMerchant> {
  const merchantId = await createMerchant(db, {
    ...{ name, currency: "USD", timeZone: "UTC", erpKind: "ACCOUNTING", performanceObligations, sandboxClock: clock },
  });
  const userId = await addUser(db, merchantId, `${owner}@${demoDomain(merchantId)}`, "OWNER");
  const writeKey = await createKey(db, { merchantId, userId, access: "WRITE", name: "Demo, write" });
  const readKey = await createKey(db, { merchantId, userId, access: "READ_ONLY", name: "Demo, read" });
  return { merchantId, userId, writeKey: writeKey.key, readKey: readKey.key };
}

type Known = {
  readonly categories: ReadonlyMap<string, string>;
  /** Ids by name; ids of new customers are added. */
  readonly customers: Map<string, string>;
};

function createCategories(platform: Platform, by: WriteOptions): Promise<Map<string, string>> {
  return write(platform, by, async (ctx) => {
    const ids = new Map<string, string>();
    for (const name of demoCategories) ids.set(name, (await createCategory(ctx, { name, ...noAccounts })).id);
    return ids;
  });
}

async function enterContracts(
  platform: Platform,
  by: WriteOptions,
  all: readonly DemoContract[],
  known: Known,
): Promise<void> {
  for (let from = 0; from < all.length; from += contractsPerWrite) {
    const batch = all.slice(from, from + contractsPerWrite);
    // A copy, so that a retried write starts again with the earlier ids.
    const added = await write(platform, by, async (ctx) => {
      const customers = new Map(known.customers);
      for (const contract of batch) await enterContract(ctx, contract, { ...known, customers });
      return customers;
    });
    for (const [name, id] of added) known.customers.set(name, id);
  }
  await handleAllPending(platform, by.merchantId);
}

async function enterContract(ctx: WriteContext, demo: DemoContract, known: Known): Promise<void> {
  const body = {
    name: demo.name,
    ...(demo.customer === null ? {} : { customerId: await customerId(ctx, demo.customer, known.customers) }),
    currency: demo.currency,
    closeDate: formatDay(ctx.clock.today),
    poNumber: demo.poNumber ?? null,
    consolidationKey: null,
  };
  const { id } = await contracts.createContract(ctx, contractFromBody({ body, lossyNumbers: [] }));
  for (const { category, ...pob } of demo.obligations) {
    const categoryId = required(known.categories.get(category), "a category of the demo");
    await addObligation(ctx, id, obligationFromBody({ ...pob, categoryId }));
  }
  if (demo.isApproved) await actOnContract(ctx, id, { action: "APPROVE", reason: "Signed by both sides." });
}

async function customerId(ctx: WriteContext, customer: DemoCustomer, known: Map<string, string>): Promise<string> {
  const id = known.get(customer.name);
  if (id !== undefined) return id;
  const { name, companyName, currency: defaultCurrency } = customer;
  const created = await createCustomer(ctx, customerFromBody({ name, companyName, defaultCurrency }));
  known.set(customer.name, created.id);
  return created.id;
}

function morningOf(inYear: number, month: number, day: number): Temporal.Instant {
  return Temporal.PlainDateTime.from({ year: inYear, month, day, hour: 9 }).toZonedDateTime("UTC").toInstant();
}
