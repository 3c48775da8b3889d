import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";

// The first day that there is: a report of what was known by then has no twelve months before it.

let api: TestApi;
let reports: readonly { readonly path: string; readonly needsMonth: boolean }[];
before(async () => {
  api = await startApi();
  const { paths }: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  reports = Object.entries<Json>(paths).flatMap(([path, { get }]) => {
    const parameters: Json[] = get?.parameters ?? [];
    if (!parameters.some(({ name }) => name === "asOf")) return [];
    return [{ path, needsMonth: parameters.some(({ name, required }) => name === "month" && required) }];
  });
});
after(() => api.close());

test("every report can be made as of the first days of 1900, and for the first year", async () => {
  assert.ok(reports.length >= 12, `${reports.length} reports`);
  const customer = await api.request("POST", "/v3/customers", { body: { name: "First" } });
  const days = "&from=1900-01-01&to=1900-01-31";
  const needed: Readonly<Record<string, string>> = {
    "/v3/reports/account-activity": `&role=CASH${days}`,
    "/v3/reports/account-statement": `&customerId=${customer.body.payload.id}${days}`,
  };
  for (const { path, needsMonth } of reports) {
    for (const asOf of ["1900-01-01", "1900-06-30", "1901-01-31"]) {
      const query = `asOf=${asOf}${needsMonth ? "&month=1900-01" : ""}${needed[path] ?? ""}`;
      const { status, body } = await api.request("GET", `${path}?${query}`);
      assert.equal(status, 200, `${path}?${query}: ${JSON.stringify(body)}`);
    }
  }
});
