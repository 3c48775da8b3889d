import { Agent } from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newKeyText } from "../../src/platform/auth/keys.ts";
import { someBigBody } from "./big-bodies.ts";
import { exchange } from "./exchange.ts";
import type { Installation } from "./installation.ts";

/** What the hostile merchant has, made before it begins. */
export type Hostile = {
  readonly key: string;
  readonly url: string;
  readonly customerId: string;
  readonly eventTypeId: string;
  /** With a term that bills daily for ten years, and more. */
  readonly contractId: string;
  /** An issued invoice of many lines. */
  readonly invoiceId: string;
};

/** One connection's part of a way: does one thing and answers the status that it got. */
type Attack = (hostile: Hostile & { readonly random: () => number }, agent: Agent) => Promise<number>;

let moments = 0;

/** The eight ways in which the hostile merchant is in the way of others, by name. */
export const ways: Readonly<Record<string, Attack>> = {
  partitions: (hostile, agent) => {
    const { customerId, eventTypeId } = hostile;
    const events = Array.from({ length: 1_000 }, () => {
      moments += 1;
      const month = (moments * 7) % 719;
      const datetime = `${2022 + (Math.floor(month / 12) % 5)}-${String((month % 12) + 1).padStart(2, "0")}-10T00:00:00Z`;
      return { idempotencyKey: `spread-${moments}`, customerId, eventTypeId, datetime, value: "1" };
    });
    return send(hostile, agent, "POST", "/v3/events/bulk", JSON.stringify({ events }));
  },
  slowReads: async (hostile) => {
    const { hostname, port } = new URL(hostile.url);
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.on("error", () => undefined);
    let status = 0;
    const answered = new Promise<void>((resolve) => {
      socket.on("data", (chunk: Buffer) => {
        if (status === 0) status = Number(chunk.subarray(9, 12).toString("latin1"));
        socket.pause();
        setTimeout(() => socket.resume(), 50).unref();
      });
      socket.once("close", () => resolve());
    });
    socket.write(
      `GET /v3/events?limit=1000 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${hostile.key}\r\nconnection: close\r\n\r\n`,
    );
    await Promise.race([answered, sleep(8_000, undefined, { ref: false })]);
    socket.destroy();
    return status;
  },
  dryRuns: (hostile, agent) => {
    const body = JSON.stringify(dailyTerm("2026-01-01", "2035-12-31"));
    return send(hostile, agent, "POST", `/v3/contracts/${hostile.contractId}/billing-terms/preview`, body);
  },
  // With a right check sum, so that each is looked up.
  madeUpKeys: async ({ url }, agent) =>
    (await exchange(agent, url, { method: "GET", path: "/v3/contracts", key: newKeyText() })).status,
  bigBodies: (hostile, agent) => {
    const { path, text } = someBigBody(hostile.random);
    return send(hostile, agent, "POST", path, text);
  },
  pdfs: (hostile, agent) => send(hostile, agent, "GET", `/v3/invoices/${hostile.invoiceId}/pdf`),
  deepPages: (hostile, agent) => {
    const page = 1 + Math.floor(hostile.random() * 400);
    const filters = ["", "&filter=differentiator:nlike:zz", "&filter=matched:eq:false"];
    const filter = filters[Math.floor(hostile.random() * filters.length)];
    return send(hostile, agent, "GET", `/v3/events?page=${page}&limit=100${filter}`);
  },
  longClocks: async (hostile, agent) => {
    const { url, key } = hostile;
    const { text } = await exchange(agent, url, { method: "GET", path: "/v3/test-clock", key }, true);
    const now = /"now":"(\d{4})/.exec(text)?.[1];
    const to = `${Math.min(9_990, Number(now ?? 2026) + 10)}-01-01T00:00:00Z`;
    return send(hostile, agent, "POST", "/v3/test-clock/advance", JSON.stringify({ to }));
  },
};

async function send({ url, key }: Hostile, agent: Agent, method: string, path: string, body?: string): Promise<number> {
  const sent = { method, path, key, ...(body === undefined ? {} : { body }) };
  return (await exchange(agent, url, sent)).status;
}

const flat = (parts: object) => ({
  interval: "DAY",
  invoiceDateStrategy: "FIRST_OF_PERIOD",
  billingType: "FLAT",
  pricing: [{ amount: "10.00", amountType: "TOTAL_INVOICE" }],
  ...parts,
});

const dailyTerm = (startDate: string, endDate: string | null) => flat({ name: "Daily", startDate, endDate });

/** Makes what the hostile merchant attacks with: a contract that bills daily, an invoice of 150 lines, and some thousand events. */
export async function prepareHostile(installation: Installation): Promise<Hostile> {
  const tenant = await installation.newTenant("2026-01-15T12:00:00Z");
  const { ok } = tenant;
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Hostile" });
  const { id: eventTypeId } = await ok("POST", "/v3/events/types", { name: "calls" });
  const contract = async (terms: readonly object[]): Promise<string> => {
    const { id } = await ok("POST", "/v3/contracts", { name: "Hostile", customerId });
    for (const term of terms) await ok("POST", `/v3/contracts/${id}/billing-terms`, term);
    await ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
    return id;
  };
  const yearly = Array.from({ length: 150 }, (_, index) =>
    flat({ name: `Part ${index}`, interval: "YEAR", startDate: "2026-01-01", endDate: "2026-12-31" }),
  );
  const invoiced = await contract(yearly);
  const contractId = await contract([dailyTerm("2026-01-01", "2035-12-31"), dailyTerm("2026-01-01", null)]);
  const hostile = { key: tenant.key, url: installation.url, customerId, eventTypeId, contractId };
  const agent = new Agent({ keepAlive: true });
  for (let batch = 0; batch < 20; batch += 1) {
    await ways.partitions?.({ ...hostile, invoiceId: "", random: () => 0 }, agent);
  }
  agent.destroy();
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const { data } = await ok("GET", `/v3/invoices?filter=status:eq:ISSUED,contractId:eq:${invoiced}`);
    const [issued] = data;
    if (issued !== undefined) return { ...hostile, invoiceId: issued.id };
    await sleep(500);
  }
  throw new Error("The invoice of the hostile merchant was not issued.");
}
