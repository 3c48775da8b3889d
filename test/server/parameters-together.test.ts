import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { rejection } from "../support/client.ts";
import { expanded } from "../support/expanded-document.ts";

// Parameters that exclude each other: a JSON schema of one cannot state it, so their descriptions do, and the issue names both.

let api: TestApi;
let parameters: readonly { readonly path: string; readonly name: string; readonly beside: readonly string[] }[];
before(async () => {
  api = await startApi();
  const { paths }: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  parameters = Object.entries<Json>(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).flatMap(({ name, description = "" }: Json) => {
      const [, others = ""] = /[Nn]ot beside (.*?)\.(?: |$)/.exec(description) ?? [];
      const beside = [...others.matchAll(/`(\w+)`/g)].map((match) => match[1]);
      return beside.length === 0 ? [] : [{ path, name, beside }];
    }),
  );
});
after(() => api.close());

const values: Readonly<Record<string, string>> = {
  ...{ month: "2026-01", startMonth: "2026-01", endMonth: "2026-02", date: "2026-01-31" },
  ...{ from: "2026-01-01", to: "2026-01-31", role: "RECEIVABLE" },
  ...{ format: "csv", page: "2", limit: "5", cursor: "x" },
};

/** What a report cannot do without. */
const needed: Readonly<Record<string, string>> = {
  "/v3/reports/account-activity": "&role=RECEIVABLE",
  "/v3/reports/account-statement": "&customerId=00000000-0000-4000-8000-000000000000",
};

const isOfList = ({ name }: { readonly name: string }) => ["format", "cursor", "totals"].includes(name);

test("`month` cannot be combined with other days or months of a report, and the issue names both", async () => {
  const ofReports = parameters.filter((each) => !isOfList(each));
  const places = new Set(ofReports.map(({ path, name, beside }) => `${path.split("/").at(-1)} ${name} ${beside}`));
  for (const place of [
    "revenue month startMonth,endMonth",
    "revenue endMonth month",
    "receivables-ageing date month",
    "account-activity from month",
  ]) {
    assert.ok(places.has(place), place);
  }
  for (const { path, name, beside } of ofReports) {
    for (const other of beside) {
      const query = `${name}=${values[name]}&${other}=${values[other]}${needed[path] ?? ""}`;
      const answer = await api.request("GET", `${path}?${query}`);
      assert.deepEqual(
        rejection(answer),
        [400, "VALIDATION_FAILED", "/query/month CONFLICT"],
        `${path} ${name} ${other}`,
      );
      const [{ message }] = answer.body.error.details.issues;
      for (const word of [name, other]) assert.match(message, new RegExp(`\\b${word}\\b`));
    }
  }
});

test("a file takes no page, and a cursor no page number", async () => {
  const pairs = new Set(parameters.filter(isOfList).map(({ name, beside }) => `${name}: ${beside}`));
  assert.deepEqual([...pairs].toSorted(), ["cursor: page,sort", "format: page,limit,cursor", "totals: format"]);
  for (const other of ["page", "limit", "cursor"]) {
    const answer = await api.request("GET", `/v3/customers?format=csv&${other}=${values[other]}`);
    // An issue of the cursor itself is listed beside it.
    assert.deepEqual(rejection(answer).slice(0, 3), [400, "VALIDATION_FAILED", "/query/format CONFLICT"], other);
    const [{ message }] = answer.body.error.details.issues;
    for (const word of ["format=csv", other]) assert.ok(message.includes(word), `${message} names ${word}`);
  }
  const cursor = Buffer.from("[]").toString("base64url");
  const answer = await api.request("GET", `/v3/customers?cursor=${cursor}&page=2`);
  assert.deepEqual(rejection(answer), [400, "CURSOR_INVALID"]);
  assert.match(answer.body.message, /\bcursor\b.*\bpage\b/);
});
