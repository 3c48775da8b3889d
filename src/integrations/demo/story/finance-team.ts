import type { Customer } from "./customers.ts";
import { type Answer, nextMonth, type Scene } from "./scene.ts";
import type { Story } from "./story-contract.ts";

const lastMonth = "2025-12";

/** The monthly work of the finance team: it collects payments, completes the close tasks and closes the previous month. */
export async function* monthByMonth(story: Story, customers: readonly Customer[], taskIds: readonly string[]): Scene {
  for (let month = "2024-01"; month <= lastMonth; month = nextMonth(month)) {
    const next = nextMonth(month);
    yield `${next}-05`;
    await collect(story, customers, `${next}-05`);
    if (month >= "2025-11") await doTasks(story, taskIds, month);
    await story.send("POST", `/v3/month-end-close/close-period?month=${month}`);
    if (next > lastMonth) return;
    yield `${next}-20`;
    await collect(story, customers, `${next}-20`);
  }
}

async function doTasks({ send }: Story, taskIds: readonly string[], month: string): Promise<void> {
  for (const id of taskIds) {
    const evidence = [{ text: "Checked, nothing left open." }];
    await send("POST", `/v3/month-end-close/tasks/${id}/complete`, { month, evidence });
  }
}

/** Records one payment for each customer, for all invoices that it would have paid by now. */
async function collect({ send }: Story, customers: readonly Customer[], today: string): Promise<void> {
  const { data } = await send("GET", "/v3/invoices?filter=status:in:ISSUED|PARTIALLY_PAID&limit=1000");
  const open = Map.groupBy(data, ({ customerId }) => customerId);
  for (const { id: customerId, currency, paying } of customers) {
    if (paying === "NEVER") continue;
    const due = (open.get(customerId) ?? []).filter((invoice) => isPaidBy(invoice, paying, today));
    if (due.length === 0) continue;
    await send("POST", "/v3/payments", {
      ...{ customerId, currency, amount: totalOf(due), receivedAt: today },
      ...{ method: "ACH_CREDIT", reference: `TRF ${today.replaceAll("-", "")}` },
      applications: due.map(({ id }) => ({ invoiceId: id })),
    });
  }
}

function isPaidBy({ dueDate }: Answer, paying: Customer["paying"], today: string): boolean {
  const patience = paying === "PROMPT" ? -4 : 24;
  return String(dueDate) <= Temporal.PlainDate.from(today).subtract({ days: patience }).toString();
}

/** The exact sum of the open balances of invoices in one currency. */
function totalOf(invoices: readonly Answer[]): string {
  const decimals = /\.(\d+)/.exec(String(invoices[0]?.balanceRemaining))?.[1]?.length ?? 0;
  const sum = invoices.reduce((all, each) => all + BigInt(String(each.balanceRemaining).replace(".", "")), 0n);
  const digits = String(sum).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
