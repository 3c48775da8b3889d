import { createKey } from "../../src/platform/auth/keys.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import type { Json, TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { type Day, dated, day, firstDay, type Month, month, monthText } from "./calendar.ts";
import { dealOf } from "./generate.ts";
import { brokenBooks } from "./invariants.ts";
import { obligationBody } from "./requests.ts";
import { type Draw, drawFrom } from "./seeded-random.ts";

/** A merchant on whom random things happen: what was done so far, and what is known of its records. */
export type Storm = {
  readonly client: Client;
  readonly draw: Draw;
  today: Day;
  /** The last month that is closed. */
  closed: Month;
  readonly contracts: string[];
  readonly obligations: { readonly contractId: string; readonly id: string; readonly termId: string }[];
  readonly done: string[];
};

const zones = ["UTC", "Pacific/Auckland", "America/Los_Angeles"];
const first = day("2026-01-10");

/** Some random operations on one merchant. @returns what an outsider finds broken, each with what was done before it */
export async function runStorm(api: TestApi, seed: number, operations: number): Promise<string[]> {
  const draw = drawFrom(seed);
  const client = await merchantIn(api, draw.pick(zones));
  const storm: Storm = {
    client,
    draw,
    today: first,
    closed: month(first) - 1,
    contracts: [],
    obligations: [],
    done: [],
  };
  const found: string[] = [];
  for (let index = 0; index < operations; index++) {
    const act = draw.pick(acts);
    try {
      await act(storm);
    } catch (error) {
      found.push(`${storm.done.slice(-3).join("; ")}: ${String(error)}`);
    }
  }
  await advance(storm, firstDay(month(storm.today) + 1) + 1);
  await close(storm);
  return [...found, ...(await brokenBooks(storm))];
}

async function merchantIn(api: TestApi, timeZone: string): Promise<Client> {
  const { db } = api.platform;
  const sandboxClock = Temporal.Instant.from(`${dated(first)}T23:30:00Z`);
  const parts = { name: "Storm", currency: "USD", erpKind: "ACCOUNTING", performanceObligations: false } as const;
  const merchantId = await createMerchant(db, { ...parts, timeZone, sandboxClock });
  const userId = await addUser(db, merchantId, `owner-${merchantId}@example.com`);
  const { key } = await createKey(db, { merchantId, userId, access: "WRITE", name: "write" });
  return clientOf(api, { merchantId, userId, writeKey: key, readKey: key });
}

type Act = (storm: Storm) => Promise<void>;

/** Sends what may be rejected. @throws when the program breaks */
async function dare({ client, done }: Storm, method: string, path: string, body?: object): Promise<Json> {
  done.push(`${method} ${path} ${JSON.stringify(body ?? {})}`);
  const answer = await client.send(method, path, body);
  if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.status < 300 ? answer.body.payload : undefined;
}

const advance = async (storm: Storm, to: Day): Promise<void> => {
  storm.today = to;
  await dare(storm, "POST", "/v3/test-clock/advance", { to: `${dated(to)}T23:30:00Z` });
};

async function close(storm: Storm): Promise<void> {
  const target = month(storm.today) - 1;
  const closed = await dare(storm, "POST", `/v3/month-end-close/close-period?month=${monthText(target)}`);
  if (closed !== undefined) storm.closed = target;
}

async function sign(storm: Storm): Promise<void> {
  const { client, draw } = storm;
  const contractId = await client.contract({});
  for (const obligation of dealOf(draw.between(1, 1_000_000)).obligations) {
    const made = await dare(
      storm,
      "POST",
      `/v3/contracts/${contractId}/obligations`,
      obligationBody({ ...obligation, ssp: null }),
    );
    if (made !== undefined) storm.obligations.push({ contractId, id: made.id, termId: made.billingTermId });
  }
  await dare(storm, "POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  storm.contracts.push(contractId);
}

const anyDay = ({ today, draw }: Storm): string => dated(today + draw.between(-120, 120));
const anyAmount = ({ draw }: Storm): string => `${draw.between(1, 900)}.${draw.between(10, 99)}`;

const onObligation =
  (change: (storm: Storm, of: Storm["obligations"][number]) => Promise<Json>): Act =>
  async (storm) => {
    if (storm.obligations.length > 0) await change(storm, storm.draw.pick(storm.obligations));
  };

const onInvoice =
  (change: (storm: Storm, invoice: Json) => Promise<Json>): Act =>
  async (storm) => {
    const { data } = await storm.client.ok("GET", "/v3/invoices?page=1&limit=200");
    if (data.length > 0) await change(storm, storm.draw.pick(data));
  };

const termPath = (of: Storm["obligations"][number]): string =>
  `/v3/contracts/${of.contractId}/billing-terms/${of.termId}`;

const changePrice = onObligation((storm, of) => {
  const pricing = [{ amount: anyAmount(storm), amountType: "TOTAL_INVOICE" }];
  return dare(storm, "PATCH", termPath(of), { pricing, effectiveDate: anyDay(storm) });
});
const end = onObligation((storm, of) =>
  dare(storm, "PATCH", `${termPath(of)}/terminate`, { endDate: anyDay(storm), creditUnused: storm.draw.chance(60) }),
);
const moveService = onObligation((storm, of) => {
  const body = storm.draw.chance(50) ? { revenueEndDate: anyDay(storm) } : { revenueStartDate: anyDay(storm) };
  return dare(storm, "PATCH", `/v3.1/contracts/${of.contractId}/obligation/${of.id}`, body);
});
const changePattern = onObligation((storm, of) => {
  const recognitionPattern = storm.draw.pick(["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "RECOGNIZE_AS_BILLED"]);
  return dare(storm, "PATCH", `/v3.1/contracts/${of.contractId}/obligation/${of.id}`, { recognitionPattern });
});
const pin = onObligation((storm, of) => {
  const timeframe = monthText(month(storm.today) + storm.draw.between(-1, 3));
  const path = `/v3/contracts/${of.contractId}/obligation/${of.id}/custom-revenue`;
  return dare(storm, "POST", path, [{ timeframe, total: anyAmount(storm) }]);
});
const addSeats = onObligation((storm, of) => {
  const body = { effectiveDate: anyDay(storm), delta: String(storm.draw.between(-5, 20)) };
  return dare(storm, "POST", `${termPath(of)}/seat-amendment`, body);
});
const remove = onObligation((storm, of) =>
  dare(storm, "DELETE", `/v3/contracts/${of.contractId}/obligations/${of.id}`),
);
const pay = onInvoice((storm, { id, balanceRemaining }) => {
  const amount = storm.draw.chance(50) ? balanceRemaining : "1.00";
  return dare(storm, "POST", `/v3/invoices/${id}/payments`, {
    amount,
    receivedAt: dated(storm.today),
    method: "CHECK",
  });
});
const act = (action: string): Act =>
  onInvoice((storm, { id }) => dare(storm, "POST", `/v3/invoices/${id}/actions`, { action }));
const credit = onInvoice((storm, { customerId, lineItems, issueDate }) => {
  const line = storm.draw.pick(lineItems as Json[]);
  const items = [{ invoiceLineItemId: line.id, amount: storm.draw.chance(40) ? line.total : "0.50" }];
  const date = storm.draw.chance(80) ? dated(storm.today) : issueDate;
  return dare(storm, "POST", "/v3/credit-memos", { customerId, issueDate: date, reason: "goodwill", items });
});
const reopen: Act = async (storm) => {
  const from = storm.closed - storm.draw.between(0, 3);
  const opened = await dare(storm, "POST", `/v3/month-end-close/reopen-period?month=${monthText(from)}&reason=storm`);
  if (opened !== undefined) storm.closed = from - 1;
};
const pass: Act = (storm) => advance(storm, storm.today + storm.draw.between(1, 25));

const acts: readonly Act[] = [
  ...[sign, sign, pass, pass, pass, close, close, reopen, changePrice, changePrice, end, end, moveService, moveService],
  ...[changePattern, pin, addSeats, addSeats, remove, pay, pay, credit, credit],
  ...["VOID", "MARK_UNCOLLECTIBLE", "REINSTATE"].map(act),
];
