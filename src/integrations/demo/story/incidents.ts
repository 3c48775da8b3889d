import type { CustomerName } from "./customers.ts";
import type { Answer, Scene, Send } from "./scene.ts";
import type { Story } from "./story-contract.ts";

/** Scenes in which something goes wrong. */
export function incidents(story: Story, assistant: Send): Scene[] {
  return [
    outage(story),
    overpayment(story),
    returnedPayment(story),
    reopenedMonth(story),
    dispute(story),
    writeOff(story),
    onAccount(story),
    failedSync(story),
    writeOffThatWaits(story, assistant),
  ];
}

const invoicesOf = async ({ send, customer }: Story, of: CustomerName, filter = "status:neq:DRAFT") =>
  (await send("GET", `/v3/invoices?filter=customerId:eq:${customer(of).id},${filter}&sort=issueDate:asc&limit=1000`))
    .data;

/** The last one of a list. */
function last(records: readonly Answer[]): Answer {
  const latest = records.at(-1);
  if (latest === undefined) throw new Error("There is none.");
  return latest;
}

async function* outage(story: Story): Scene {
  yield "2025-06-26";
  const { id, lineItems } = last(await invoicesOf(story, "lumen"));
  await story.send("POST", "/v3/credit-memos", {
    ...{ customerId: story.customer("lumen").id, currency: "USD", issueDate: "2025-06-26" },
    ...{
      reason: "Two days without service in June",
      items: [{ invoiceLineItemId: lineItems[0]?.id, amount: "85.00" }],
    },
    applyOnCreate: { invoiceId: id },
  });
}

async function* overpayment(story: Story): Scene {
  yield "2025-07-22";
  const { id: customerId } = story.customer("glasshouse");
  const paid = {
    customerId,
    currency: "USD",
    amount: "1500.00",
    receivedAt: "2025-07-22",
    method: "CHECK",
    reference: "CHK 20417",
  };
  const { id } = await story.send("POST", "/v3/payments", paid);
  yield "2025-07-30";
  await story.send("POST", `/v3/payments/${id}/refunds`, {
    date: "2025-07-30",
    method: "ACH_CREDIT",
    reference: "Paid twice",
  });
}

async function* returnedPayment(story: Story): Scene {
  yield "2025-10-14";
  const invoices = await invoicesOf(story, "marrow", "status:in:ISSUED|PARTIALLY_PAID");
  const { id: invoiceId, balanceRemaining } = last(invoices);
  const debit = { amount: balanceRemaining, receivedAt: "2025-10-14", method: "ACH_DEBIT", reference: "DD 4417" };
  const payment = await story.send("POST", `/v3/invoices/${invoiceId}/payments`, debit);
  yield "2025-10-17";
  await story.send("POST", `/v3/payments/${payment.id}/return`, { date: "2025-10-17", reason: "Insufficient funds" });
}

/** After a question of the auditor, the closed month October is reopened, corrected and closed again. */
async function* reopenedMonth({ send, customer }: Story): Scene {
  yield "2025-11-18";
  const { data } = await send("GET", `/v3/contracts?filter=customerId:eq:${customer("kestrel").id}`);
  const contractId = last(data).id;
  const reason = encodeURIComponent("Auditor: the service credit of Kestrel & Pine belongs to October");
  await send("POST", `/v3/month-end-close/reopen-period?month=2025-10&reason=${reason}`);
  await send("POST", "/v3/adjustments", {
    ...{ date: "2025-10-31", reverseOn: "2025-12-31", currency: "USD" },
    reason: "Service credit promised in October, given in December",
    lines: [
      { role: "CONTRA_REVENUE", debit: "1240.00", contractId },
      { role: "CONTRACT_LIABILITY", credit: "1240.00", contractId },
    ],
  });
  yield "2025-11-19";
  await send("POST", "/v3/month-end-close/close-period?month=2025-10");
}

async function* dispute(story: Story): Scene {
  yield "2025-12-03";
  const { id, contractId } = last(await invoicesOf(story, "jarrow"));
  await story.send("PATCH", `/v3/invoices/${id}`, {
    memo: "Disputed on 1 December: the customer says that the second plant was not connected.",
  });
  yield "2026-01-08";
  await story.send("POST", `/v3/contracts/${contractId}/close-hold`, {
    ...{ reason: "The customer disputes the scope: second plant not connected", fromMonth: "2026-01" },
  });
}

async function* writeOff(story: Story): Scene {
  yield "2025-12-18";
  const [oldest] = await invoicesOf(story, "umberland");
  await story.send("POST", `/v3/invoices/${oldest?.id}/actions`, { action: "MARK_UNCOLLECTIBLE", date: "2025-12-18" });
}

/** A payment that is not applied to invoices yet. */
async function* onAccount(story: Story): Scene {
  yield "2026-01-12";
  await story.send("POST", "/v3/payments", {
    ...{ customerId: story.customer("quillfeather").id, currency: "USD", amount: "5850.00" },
    ...{ receivedAt: "2026-01-12", method: "ACH_CREDIT", reference: "Remittance follows" },
  });
}

/** The accounting system takes all entries of December except two. */
async function* failedSync({ send }: Story): Scene {
  yield "2026-01-13";
  const { data } = await send("GET", "/v3/journal-entries?filter=month:eq:2025-12&limit=1000");
  for (const [index, { id }] of data.entries()) {
    const isFailed = index === 3 || index === 17;
    const error = index === 3 ? "Account 4060 is not open for posting" : "Time-out after 30 s";
    const report = isFailed
      ? { status: "SYNC_FAILED", error }
      : { status: "SYNCED", externalId: `JE-${20_000 + index}` };
    await send("PUT", `/v3/sync/JOURNAL_ENTRY/${id}`, report);
  }
}

/** The assistant requests a write-off above the limit for one person, so it waits for approval. */
async function* writeOffThatWaits(story: Story, assistant: Send): Scene {
  yield "2026-01-14";
  await story.send("PUT", "/v3/approval-policies", {
    ...{ kind: "WRITE_OFF", above: { amount: "1000.00", currency: "USD" }, role: "OWNER" },
  });
  const [oldest] = await invoicesOf(story, "jarrow", "status:eq:ISSUED");
  await assistant("POST", `/v3/invoices/${oldest?.id}/actions`, { action: "MARK_UNCOLLECTIBLE", date: "2026-01-14" });
}
