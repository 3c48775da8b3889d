import type { Contract } from "../contracts/contract.ts";
import { type Day, firstDayOf, monthOf } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import { asOfNow } from "./as-of.ts";
import { factsOfContracts } from "./contract-facts-service.ts";
import { lastVersion } from "./contract-versions.ts";
import { sumEarned } from "./earning-segment.ts";
import { allSegments } from "./pob-version.ts";
import type { Reader } from "./service.ts";

/**
 * Allocated prices of obligations that share the price of the contract by standalone selling price, before credits, by id (ADR 0031). Others
 * are left out.
 */
export async function sharesOfPrice(reader: Reader, contract: Contract): Promise<ReadonlyMap<string, Money>> {
  if (contract.allocationMethod !== "RELATIVE_SSP" || contract.status !== "APPROVED") return new Map();
  const loaded = (await factsOfContracts(reader, [contract])).get(contract.id);
  if (loaded === undefined) return new Map();
  const versions = lastVersion(asOfNow(loaded.facts), { through: firstDayOf(monthOf(reader.clock.today) + 1) });
  return new Map([...versions].flatMap(([id, { share }]) => (share === null ? [] : [[id, share] as const])));
}

/**
 * What each obligation has earned before a day, before credits, by id. Empty if the price is shared, since stated prices are then not what
 * obligations earn.
 */
export async function earnedBefore(reader: Reader, contract: Contract, day: Day): Promise<ReadonlyMap<string, Money>> {
  if (contract.allocationMethod === "RELATIVE_SSP" || contract.status !== "APPROVED") return new Map();
  const loaded = (await factsOfContracts(reader, [contract])).get(contract.id);
  if (loaded === undefined) return new Map();
  const { facts } = loaded;
  const versions = lastVersion(asOfNow(facts), { through: firstDayOf(monthOf(day) + 1) });
  return new Map([...versions].map(([id, version]) => [id, sumEarned(allSegments(version), day, facts.context)]));
}
