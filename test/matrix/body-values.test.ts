import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { monthPattern } from "../../src/platform/http/wire.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Position, stringPositions } from "../support/body-positions.ts";
import { shareOf } from "../support/case-counts.ts";
import { unknownId } from "../support/client.ts";
import { expanded } from "../support/expanded-document.ts";

// What every string and every date of every body rejects, wherever the OpenAPI document has one. Bodies are judged
// before records are looked up, so paths name none that exists.

let api: TestApi;
let document: Json;
let positions: Position[];
before(async () => {
  api = await startApi();
  document = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  positions = stringPositions(document);
  assert.ok(positions.length > 100, `${positions.length} places for strings`);
});
after(() => api.close());

const send = ({ method, path }: Pick<Position, "method" | "path">, body: unknown): Promise<ApiAnswer> =>
  api.request(method, path.replace(/\{[^}]+\}/g, unknownId), { body });

/** The codes that an answer has for one place. */
const codesAt = ({ body }: ApiAnswer, pointer: string): string[] =>
  (body.error?.details?.issues ?? []).flatMap((issue: Json) => (issue.path === pointer ? [issue.code] : []));

const marker = "the place";
const bad: Readonly<Record<string, string>> = {
  "U+0000 escaped": "a\\u0000b",
  "U+0000 as it is": "a\u0000b",
  "the first half of a pair": "\\ud83d",
  "the second half of a pair": "\\ude00",
  "a pair the wrong way round": "\\udc00\\ud800",
};

test("BOD-8, BOD-10: no string of any body accepts U+0000 or half a surrogate pair", async () => {
  const kinds = Object.entries(bad);
  for (const [index, position] of positions.entries()) {
    const text = JSON.stringify(position.bodyWith(marker));
    // The scan of the bytes is the same everywhere: each place is sent the first kind and one of the others in turn.
    for (const [what, sent] of [...kinds.slice(0, 1), ...kinds.slice(1 + (index % 4), 2 + (index % 4))]) {
      const { status, body } = await send(position, text.replace(marker, sent));
      const where = `${position.method} ${position.path} ${position.pointer}: ${what}`;
      assert.deepEqual([status, body.error.errorCode], [400, "INVALID_STRING"], where);
    }
  }
});

test("BOD-8, BOD-10: nor does any key of a body, metadata included", async () => {
  const operations = new Map(positions.map((position) => [`${position.method} ${position.path}`, position]));
  for (const [place, [name, position]] of [...operations].entries()) {
    for (const [what, key] of shareOf(Object.entries(bad), place)) {
      const { status, body } = await send(position, `{"${key}":1}`);
      assert.deepEqual([status, body.error.errorCode], [400, "INVALID_STRING"], `${name}: ${what}`);
    }
  }
  for (const key of Object.values(bad)) {
    const text = `{"metadata":{"outer":[{"${key}":1}]}}`;
    const answer = await send({ method: "PATCH", path: "/v3/contracts/{id}/metadata" }, text);
    assert.deepEqual([answer.status, answer.body.error.errorCode], [400, "INVALID_STRING"]);
  }
});

test("BOD-8: nor does a query, a filter or a file name", async () => {
  for (const [path, { get }] of Object.entries<Json>(document.paths)) {
    const names: string[] = (get?.parameters ?? []).flatMap((each: Json) => (each.in === "query" ? [each.name] : []));
    for (const name of names) {
      const { status, body } = await send({ method: "GET", path: `${path}?${name}=name:eq:a%00b` }, undefined);
      assert.deepEqual([status, body.error.errorCode], [400, "INVALID_STRING"], `${path} ${name}`);
    }
  }
  const contract = await api.request("POST", "/v3/contracts", { body: { name: "With a file" } });
  const boundary = "boundary";
  const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a\u0000.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\r\n--${boundary}--\r\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const path = `/v3/contracts/${contract.body.payload.id}/file`;
  const { status, body } = await api.request("POST", path, { body: form, headers });
  assert.deepEqual([status, body.error.errorCode], [400, "INVALID_STRING"]);
});

test("BOD-10: any other text is returned byte for byte, alone, in lists, through filters and in metadata", async () => {
  const texts = ["😀 𝒜𝓬𝓶𝓮", "👩‍👩‍👧‍👦", "\u202Eevil\u202C", "e\u0301 \u00e9", "שלום عالم", "\u{10FFFF}", "ﬁ ß İ ı"];
  for (const name of texts) {
    for (const kind of ["customers", "contracts", "categories", "items", "products"]) {
      const created = await api.request("POST", `/v3/${kind}`, { body: { name } });
      assert.equal(created.status, 201, `${kind} ${JSON.stringify(name)}: ${JSON.stringify(created.body)}`);
      assert.equal(created.body.payload.name, name);
      const filter = encodeURIComponent(`name:eq:"${name}"`);
      const found = await api.request("GET", `/v3/${kind}?filter=${filter}`);
      assert.deepEqual(
        found.body.payload.data.map((row: Json) => [row.id, row.name]),
        [[created.body.payload.id, name]],
        `${kind} ${JSON.stringify(name)}`,
      );
      if (kind !== "contracts") continue;
      const path = `/v3/contracts/${created.body.payload.id}`;
      assert.equal((await api.request("GET", path)).body.payload.name, name);
      // A name is one line; metadata is whatever a client keeps there.
      const control = `${name}\u0001\t\n\u007f`;
      const metadata = { [control]: { [control]: [control] } };
      assert.equal((await api.request("PATCH", `${path}/metadata`, { body: { metadata } })).status, 200);
      assert.deepEqual((await api.request("GET", `${path}/metadata`)).body.payload.metadata, metadata);
    }
  }
});

const wrongDates = [
  ["2023-02-29", "0000-01-01", "0001-01-01", "10000-01-01", "1899-12-31", "2201-01-01", "2023-13-01", "2023-1-1"],
  [
    "infinity",
    "-infinity",
    "now",
    "tomorrow",
    "epoch",
    "1700000000",
    "2026-W01-1",
    "2026-001",
    "20260101",
    " 2026-01-01",
  ],
  [
    "2026-01-01T24:00:00Z",
    "2026-01-01T23:59:60Z",
    "2026-01-01T00:00:00",
    "2026-01-01T00:00Z",
    "2026-01-01T00:00:00+99:00",
  ],
  ["2026-01-01 00:00:00Z", "2026-01-01T00:00:00 Z", "01/02/2026", "٢٠٢٦-٠١-٠١", ""],
].flat();
const notMidnight = ["2026-01-01T00:00:00.001Z", "2026-01-01T00:00:00+14:00", "2026-01-01T09:30:00Z"];
const rightDates = ["2024-02-29", "1900-01-01", "2200-12-31", "2026-01-01T00:00:00Z", "2026-01-01T14:00:00.000+14:00"];
const rightMoments = ["2026-01-20T10:00:00Z", "2026-01-20T10:00:00.123456-00:00", "2026-01-20T10:00:00+14:00"];

test("DAT-1: every date of every body is an RFC 3339 date of 1900 to 2200, every moment a date-time with offset", async () => {
  const dates = positions.filter(({ format }) => format === "date" || format === "date-time");
  assert.ok(dates.length >= 10, `${dates.length} dates`);
  for (const [place, position] of dates.entries()) {
    const { method, path, pointer, format } = position;
    const [wrong, right] =
      format === "date" ? [[...wrongDates, ...notMidnight], rightDates] : [[...wrongDates, "2026-01-01"], rightMoments];
    for (const value of shareOf(wrong, place)) {
      const answer = await send(position, position.bodyWith(value));
      const where = `${method} ${path} ${pointer} ${value}`;
      assert.deepEqual([answer.status, codesAt(answer, pointer)], [400, ["INVALID_DATE"]], where);
    }
    for (const value of [1_700_000_000, true, []]) {
      const answer = await send(position, position.bodyWith(value));
      assert.deepEqual([answer.status, codesAt(answer, pointer)], [400, ["TYPE"]], `${path} ${pointer} ${value}`);
    }
    for (const value of right) {
      const answer = await send(position, position.bodyWith(value));
      assert.deepEqual(
        codesAt(answer, pointer).filter((code) => code === "INVALID_DATE"),
        [],
        `${path} ${pointer} ${value}`,
      );
    }
  }
});

test("DAT-1: dates and months of a query are as strict", async () => {
  const wrongMonths = ["2026-13", "2026-00", "2026-1", "1899-12", "2201-01", "2026-01-01", "now", ""];
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      for (const { name, in: place, schema } of operation.parameters ?? []) {
        const isMonth = schema?.pattern === monthPattern;
        if (place !== "query" || (!isMonth && schema?.format !== "date")) continue;
        for (const value of isMonth ? wrongMonths : wrongDates) {
          const query = `${name}=${encodeURIComponent(value)}`;
          const answer = await send({ method: method.toUpperCase(), path: `${path}?${query}` }, undefined);
          const expected = [isMonth ? "INVALID_MONTH" : "INVALID_DATE"];
          assert.deepEqual([answer.status, codesAt(answer, `/query/${name}`)], [400, expected], `${path} ${query}`);
        }
      }
    }
  }
});

test("a body that the document excludes is rejected, and accepted without the excluded part", async () => {
  const ajv = new Ajv2020({ strict: false, logger: false }).addSchema(document, "openapi");
  const allows = (method: string, path: string, body: Json): boolean => {
    const operation = document.paths[path][method.toLowerCase()];
    const { $ref } = operation.requestBody.content["application/json"].schema;
    return ajv.validate({ $ref: `openapi${$ref}` }, body);
  };
  const line = { name: "Workshop", unitPrice: "100.00" };
  const invoice = (revenue: Json, more: Json = { customerId: unknownId }) => ({
    lines: [{ ...line, revenue }],
    ...more,
  });
  const credit = (item: Json) => ({
    ...{ customerId: unknownId, issueDate: "2026-01-15", reason: "Late", items: [{ amount: "1.00", ...item }] },
  });
  const event = (more: Json) => ({
    ...{
      idempotencyKey: "one",
      customerId: unknownId,
      eventTypeId: unknownId,
      datetime: "2026-01-15T09:30:00Z",
      ...more,
    },
  });
  const commitments = (more: Json) => ({
    contractId: unknownId,
    commitments: [
      {
        ...{ commitmentValue: "1.00", commitmentUnitType: "CURRENCY", prepaidEnabled: false, isFullDuration: true },
        ...{ billingTermIds: [unknownId], ...more },
      },
    ],
  });
  const day = "2026-01-15";
  // Each with a body that is right as far as it goes, and that body with what is never sent.
  const pairs: readonly (readonly [string, Json, Json])[] = [
    ["/v3/products", { name: "P", itemId: unknownId }, { name: "P", itemId: unknownId, integrationItemId: null }],
    ["/v3/contracts", { name: "C" }, { name: "C", sourceType: "CRM_A" }],
    ["/v3/contracts", { name: "C", externalId: "1", sourceType: "CRM_A" }, { name: "C", externalId: "1" }],
    [
      "/v3/contracts",
      { name: "C", customer: { name: "N" } },
      { name: "C", customer: { name: "N" }, customerId: unknownId },
    ],
    ["/v3/contracts/{id}/actions", { action: "APPROVE" }, { action: "AGREE" }],
    ["/v3/contracts/{id}/actions", { action: "BLOCK", reason: "R" }, { action: "BLOCK" }],
    ["/v3/payments", { customerId: unknownId, amount: "1.00" }, { customerId: unknownId }],
    ["/v3/session", { token: "t" }, {}],
    ["/v3/session", { token: "t" }, { token: "t", email: "ada@example.com" }],
    ["/v3/session", { email: "ada@example.com", password: "p" }, { email: "ada@example.com" }],
    ["/v3/invoices", invoice({ recognitionDate: day }), invoice({ recognitionDate: day }, {})],
    ["/v3/invoices", invoice({ recognitionDate: day }), invoice({ recognitionDate: day, serviceStartDate: day })],
    ["/v3/invoices", invoice({ performanceObligationId: unknownId }), invoice({})],
    ["/v3/credit-memos", credit({ itemId: unknownId }), credit({})],
    ["/v3/events", event({ invoiceGroup: "a" }), event({ invoiceGroup: "a", invoiceSplitKey: "b" })],
    ["/v3/commitments", commitments({}), commitments({ isSequential: true })],
    ["/v3/commitments", commitments({}), commitments({ previousCommitmentId: "1" })],
  ];
  for (const [path, right, wrong] of pairs) {
    const what = `${path} ${JSON.stringify(wrong)}`;
    assert.deepEqual([allows("POST", path, right), allows("POST", path, wrong)], [true, false], what);
    const { status, body } = await send({ method: "POST", path }, wrong);
    assert.equal(status, 400, `${what}: ${JSON.stringify(body)}`);
    const codes = (await send({ method: "POST", path }, right)).body.error?.details?.issues ?? [];
    assert.ok(!codes.some(({ code }: Json) => code === "CONFLICT" || code === "REQUIRED"), JSON.stringify(codes));
  }
});
