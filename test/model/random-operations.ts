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

/** A merchant with random operations: its clock, its records, and the requests that were sent. */
export type RandomBook = {
  readonly client: Client;
  readonly draw: Draw;
  today: Day;
  /** The last month that is closed. */
  closed: Month;
  readonly contracts: string[];
  readonly obligations: { readonly contractId: string; readonly id: string; readonly termId: string }[];
  /** The requests so far, as texts. */
  readonly sent: string[];
};

const zones = ["UTC", "Pacific/Auckland", "America/Los_Angeles"];
const first = day("2026-01-10");

/**
 * Sends random requests to a new merchant, and closes the last month.
 *
 * @returns answers of 500 with the requests before them, and everything in the books that does not tie
 */
export async function runRandomOperations(api: TestApi, seed: number, operations: number): Promise<string[]> {
  const draw = drawFrom(seed);
  const client = await merchantIn(api, draw.pick(zones));
  const book: RandomBook = {
    client,
    draw,
    today: first,
    closed: month(first) - 1,
    contracts: [],
    obligations: [],
    sent: [],
  };
  const found: string[] = [];
  for (let index = 0; index < operations; index++) {
    const operation = draw.pick(all);
    try {
      await operation(book);
    } catch (error) {
      found.push(`${book.sent.slice(-3).join("; ")}: ${String(error)}`);
    }
  }
  await advance(book, firstDay(month(book.today) + 1) + 1);
  await close(book);
  return [...found, ...(await brokenBooks(book))];
}

async function merchantIn(api: TestApi, timeZone: string): Promise<Client> {
  const { db } = api.platform;
  const sandboxClock = Temporal.Instant.from(`${dated(first)}T23:30:00Z`);
  const parts = {
    name: "Random operations",
    currency: "USD",
    erpKind: "ACCOUNTING",
    performanceObligations: false,
  } as const;
  const merchantId = await createMerchant(db, { ...parts, timeZone, sandboxClock });
  const userId = await addUser(db, merchantId, `owner-${merchantId}@example.com`);
  const { key } = await createKey(db, { merchantId, userId, access: "WRITE", name: "write" });
  return clientOf(api, { merchantId, userId, writeKey: key, readKey: key });
}

type Operation = (book: RandomBook) => Promise<void>;

/** Sends a request that may be rejected; undefined if it was. @throws Error for an answer of 500 or above */
async function send({ client, sent }: RandomBook, method: string, path: string, body?: object): Promise<Json> {
  sent.push(`${method} ${path} ${JSON.stringify(body ?? {})}`);
  const answer = await client.send(method, path, body);
  if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.status < 300 ? answer.body.payload : undefined;
}

const advance = async (book: RandomBook, to: Day): Promise<void> => {
  book.today = to;
  await send(book, "POST", "/v3/test-clock/advance", { to: `${dated(to)}T23:30:00Z` });
};

async function close(book: RandomBook): Promise<void> {
  const target = month(book.today) - 1;
  const closed = await send(book, "POST", `/v3/month-end-close/close-period?month=${monthText(target)}`);
  if (closed !== undefined) book.closed = target;
}

async function addContract(book: RandomBook): Promise<void> {
  const { client, draw } = book;
  const contractId = await client.contract({});
  for (const obligation of dealOf(draw.between(1, 1_000_000)).obligations) {
    const made = await send(
      book,
      "POST",
      `/v3/contracts/${contractId}/obligations`,
      obligationBody({ ...obligation, ssp: null }),
    );
    if (made !== undefined) book.obligations.push({ contractId, id: made.id, termId: made.billingTermId });
  }
  await send(book, "POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  book.contracts.push(contractId);
}

const anyDay = ({ today, draw }: RandomBook): string => dated(today + draw.between(-120, 120));
const anyAmount = ({ draw }: RandomBook): string => `${draw.between(1, 900)}.${draw.between(10, 99)}`;

const onObligation =
  (change: (book: RandomBook, of: RandomBook["obligations"][number]) => Promise<Json>): Operation =>
  async (book) => {
    if (book.obligations.length > 0) await change(book, book.draw.pick(book.obligations));
  };

const onInvoice =
  (change: (book: RandomBook, invoice: Json) => Promise<Json>): Operation =>
  async (book) => {
    const { data } = await book.client.ok("GET", "/v3/invoices?page=1&limit=200");
    if (data.length > 0) await change(book, book.draw.pick(data));
  };

const termPath = (of: RandomBook["obligations"][number]): string =>
  `/v3/contracts/${of.contractId}/billing-terms/${of.termId}`;

const changePrice = onObligation((book, of) => {
  const pricing = [{ amount: anyAmount(book), amountType: "TOTAL_INVOICE" }];
  return send(book, "PATCH", termPath(of), { pricing, effectiveDate: anyDay(book) });
});
const end = onObligation((book, of) =>
  send(book, "PATCH", `${termPath(of)}/terminate`, { endDate: anyDay(book), creditUnused: book.draw.chance(60) }),
);
const moveService = onObligation((book, of) => {
  const body = book.draw.chance(50) ? { revenueEndDate: anyDay(book) } : { revenueStartDate: anyDay(book) };
  return send(book, "PATCH", `/v3.1/contracts/${of.contractId}/obligation/${of.id}`, body);
});
const changePattern = onObligation((book, of) => {
  const recognitionPattern = book.draw.pick(["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "RECOGNIZE_AS_BILLED"]);
  return send(book, "PATCH", `/v3.1/contracts/${of.contractId}/obligation/${of.id}`, { recognitionPattern });
});
const setMonth = onObligation((book, of) => {
  const timeframe = monthText(month(book.today) + book.draw.between(-1, 3));
  const path = `/v3/contracts/${of.contractId}/obligation/${of.id}/custom-revenue`;
  return send(book, "POST", path, [{ timeframe, total: anyAmount(book) }]);
});
const addSeats = onObligation((book, of) => {
  const body = { effectiveDate: anyDay(book), delta: String(book.draw.between(-5, 20)) };
  return send(book, "POST", `${termPath(of)}/seat-amendment`, body);
});
const remove = onObligation((book, of) => send(book, "DELETE", `/v3/contracts/${of.contractId}/obligations/${of.id}`));
const pay = onInvoice((book, { id, balanceRemaining }) => {
  const amount = book.draw.chance(50) ? balanceRemaining : "1.00";
  return send(book, "POST", `/v3/invoices/${id}/payments`, {
    amount,
    receivedAt: dated(book.today),
    method: "CHECK",
  });
});
const actOnInvoice = (action: string): Operation =>
  onInvoice((book, { id }) => send(book, "POST", `/v3/invoices/${id}/actions`, { action }));
const credit = onInvoice((book, { customerId, lineItems, issueDate }) => {
  const line = book.draw.pick(lineItems as Json[]);
  const items = [{ invoiceLineItemId: line.id, amount: book.draw.chance(40) ? line.total : "0.50" }];
  const date = book.draw.chance(80) ? dated(book.today) : issueDate;
  return send(book, "POST", "/v3/credit-memos", { customerId, issueDate: date, reason: "goodwill", items });
});
const reopen: Operation = async (book) => {
  const from = book.closed - book.draw.between(0, 3);
  const opened = await send(book, "POST", `/v3/month-end-close/reopen-period?month=${monthText(from)}&reason=test`);
  if (opened !== undefined) book.closed = from - 1;
};
const wait: Operation = (book) => advance(book, book.today + book.draw.between(1, 25));

const all: readonly Operation[] = [
  ...[
    addContract,
    addContract,
    wait,
    wait,
    wait,
    close,
    close,
    reopen,
    changePrice,
    changePrice,
    end,
    end,
    moveService,
    moveService,
  ],
  ...[changePattern, setMonth, addSeats, addSeats, remove, pay, pay, credit, credit],
  ...["VOID", "MARK_UNCOLLECTIBLE", "REINSTATE"].map(actOnInvoice),
];
