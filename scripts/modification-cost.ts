import assert from "node:assert/strict";
import { startApi } from "../test/support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../test/support/client.ts";
import { seatBody, termOn } from "../test/support/term-client.ts";

// The time of a modification after many others, beside the time of a request that does nothing:
//
//   npm run bench:modifications -- [SEATS]
//
// The dry run of one more price on a contract of 40 obligations and 60 modifications in twelve months, of which five are closed,
// with prices of their own and with one that they share; and the SEATS (300) seat amendments of a term, the last against the first.

const [obligations, modifications, rounds] = [40, 60, 15];
const seats = Number(process.argv[2] ?? 300);
assert.ok(
  Number.isInteger(seats) && seats >= 2 * rounds,
  `the count of seat amendments is a whole number from ${2 * rounds} on`,
);

const api = await startApi();
try {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  print("an answer without work", await medianOf(rounds, () => client.ok("GET", "/v3/merchant")));
  for (const allocationMethod of ["STATED", "RELATIVE_SSP"]) {
    await planOneMore(clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z")), allocationMethod);
  }
  await amendSeats(clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z")));
} finally {
  await api.close();
}

async function planOneMore(client: Client, allocationMethod: string): Promise<void> {
  const contractId = await client.contract({ allocationMethod });
  const terms: string[] = [];
  for (let index = 0; index < obligations; index++) {
    const ssp = { standaloneSellingPrice: `${1200 + 10 * index}.00` };
    const body = obligationBody(ssp, { name: `Service ${index}`, interval: "MONTH", ...priced("100.00") });
    const { billingTermId } = await client.add(contractId, body);
    terms.push(`/v3/contracts/${contractId}/billing-terms/${billingTermId}`);
  }
  await client.approve(contractId);
  for (let index = 0; index < modifications; index++) {
    if (index % 6 === 0 && index > 0)
      await client.advance(`2026-${String(index / 6 + 1).padStart(2, "0")}-15T12:00:00Z`);
    if (index === 36) await close(client, "2026-05");
    await client.ok("PATCH", terms[index % obligations] ?? "", priced(`${101 + index}.00`));
  }
  const [path = ""] = terms;
  const one = () => client.ok("PATCH", `${path}?dryRun=true`, priced("250.00"));
  print(`one more price, ${allocationMethod}`, await medianOf(rounds, one));
}

async function amendSeats(client: Client): Promise<void> {
  const { path } = await termOn(client, seatBody({ interval: "MONTH", ...priced("100", "PER_ITEM") }));
  const took: number[] = [];
  for (let index = 0; index < seats; index++) {
    const effectiveDate = `2026-${String(1 + Math.floor((index * 12) / seats)).padStart(2, "0")}-${String(1 + (index % 28)).padStart(2, "0")}`;
    took.push(await milliseconds(() => client.ok("POST", `${path}/seat-amendment`, { effectiveDate, delta: "1" })));
  }
  const [first, last] = [median(took.slice(0, rounds)), median(took.slice(-rounds))];
  print(`seat amendments 1 to ${rounds}`, first);
  print(`seat amendments ${seats - rounds + 1} to ${seats}`, last);
  process.stdout.write(`ratio ${(last / first).toFixed(2)}\n`);
}

async function medianOf(count: number, use: () => Promise<unknown>): Promise<number> {
  await use();
  const took: number[] = [];
  for (let round = 0; round < count; round++) took.push(await milliseconds(use));
  return median(took);
}

async function milliseconds(use: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await use();
  return performance.now() - begin;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(what: string, ms: number): void {
  process.stdout.write(`${what.padEnd(60)} ${ms.toFixed(1).padStart(8)} ms\n`);
}
