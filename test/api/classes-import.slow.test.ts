import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { killLeftOver, run, runJson } from "../cli/program.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";

type Entry = {
  id: string;
  name: string;
  externalId: string;
  appliesTo?: string;
  createdAt: string;
  lastUpdatedAt: string;
};

let api: TestApi;
let folder: string;
let environment: Record<string, string>;
before(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), "accord-hand-over-"));
  environment = { DATABASE_URL: api.connectionString };
});
after(async () => {
  killLeftOver();
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const kinds = ["classes", "custom-fields"] as const;
type Kind = (typeof kinds)[number];

/** A record as a file of its kind has it. */
const record = (kind: Kind, externalId: string, name: string, appliesTo = "CUSTOMER") =>
  kind === "classes" ? { externalId, name } : { externalId, name, appliesTo };

async function file(name: string, content: string | Buffer | object): Promise<string> {
  const path = join(folder, name);
  const text = typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content);
  await writeFile(path, text);
  return path;
}

const importFile = (kind: Kind, path: string, merchantId: string) =>
  runJson([kind, "import", path, "--merchant", merchantId], environment);

async function rejectionOf(
  kind: Kind,
  path: string,
  merchantId: string,
): Promise<{ code: number | null; error: Json }> {
  const { code, stdout } = await run([kind, "import", path, "--merchant", merchantId, "--json"], environment);
  return { code, error: JSON.parse(stdout).error };
}

const issuesOf = ({ error }: { error: Json }) =>
  (error.details.issues as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`);

async function get(path: string, { writeKey: key }: TestMerchant, status = 200): Promise<Json> {
  const answer = await api.request("GET", path, { key });
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
}

/** All of a merchant by their external ids: what one import creates has one moment and no order of its own. */
const entriesOf = async (kind: Kind, merchant: TestMerchant): Promise<Entry[]> => {
  const { data }: { data: Entry[] } = (await get(`/v3.1/${kind}?limit=1000`, merchant)).payload;
  return data.toSorted((a, b) => Number(a.externalId) - Number(b.externalId));
};

for (const kind of kinds) {
  test(`${kind}: the list is empty before an import`, async () => {
    const merchant = await api.newMerchant();
    assert.deepEqual((await get(`/v3/${kind}`, merchant)).payload, []);
    const page = { data: [], currentPage: 1, limit: 50, totalItems: 0, nextCursor: null };
    assert.deepEqual((await get(`/v3.1/${kind}`, merchant)).payload, page);
  });

  test(`${kind}: an import creates and updates by external id, from CSV and JSON, and a second run changes nothing`, async () => {
    const merchant = await api.newMerchant();
    const { merchantId } = merchant;
    const csv =
      kind === "classes"
        ? '\uFEFFname,externalId\r\n"Europe, north",10\r\n Asia , 20 \r\n\r\n"Line\nbreak",30\r\n'
        : '\uFEFFappliesTo,name,externalId\r\nCUSTOMER,"Europe, north",10\r\nINVOICE, Asia , 20 \r\n\r\nCONTRACT,"Line\nbreak",30\r\n';
    const path = await file(`${kind}.csv`, csv);
    assert.deepEqual(await importFile(kind, path, merchantId), { created: 3, updated: 0, unchanged: 0 });
    const first = await entriesOf(kind, merchant);
    const owners = kind === "classes" ? [] : ["CUSTOMER", "INVOICE", "CONTRACT"];
    assert.deepEqual(
      first.map(({ externalId, name, appliesTo }) => ({
        externalId,
        name,
        ...(appliesTo === undefined ? {} : { appliesTo }),
      })),
      [
        ["10", "Europe, north"],
        ["20", "Asia"],
        ["30", "Line\nbreak"],
      ].map(([externalId = "", name = ""], index) => record(kind, externalId, name, owners[index])),
    );
    assert.deepEqual(await importFile(kind, path, merchantId), { created: 0, updated: 0, unchanged: 3 });
    assert.deepEqual(await entriesOf(kind, merchant), first);

    const changed = [record(kind, "20", "Asia and Pacific", "INVOICE"), record(kind, "40", "Africa")];
    const counts = await importFile(kind, await file(`${kind}.json`, changed), merchantId);
    assert.deepEqual(counts, { created: 1, updated: 1, unchanged: 0 });
    const second = await entriesOf(kind, merchant);
    assert.deepEqual(
      second.map(({ externalId }) => externalId),
      ["10", "20", "30", "40"],
    );
    const [before, after] = [first, second].map((list) => list.find(({ externalId }) => externalId === "20"));
    assert.deepEqual({ ...after, name: "Asia", lastUpdatedAt: "" }, { ...before, lastUpdatedAt: "" });
    assert.ok(before !== undefined && after !== undefined && after.lastUpdatedAt > before.lastUpdatedAt);
    assert.deepEqual(
      second.filter(({ externalId }) => ["10", "30"].includes(externalId)),
      [first[0], first[2]],
    );
  });

  test(`${kind}: both versions list the same; the old one names its deprecation and its successor`, async () => {
    const merchant = await api.newMerchant();
    const records = Array.from({ length: 60 }, (_, index) => record(kind, `id ${index}`, `Name ${index}`));
    await importFile(kind, await file(`many-${kind}.json`, records), merchant.merchantId);

    const old = await api.request("GET", `/v3/${kind}`, { key: merchant.writeKey });
    assert.equal(old.body.payload.length, 60, "a bare array of them all");
    assert.match(old.headers.get("deprecation") ?? "", /^@\d+$/);
    assert.equal(old.headers.get("link"), `</v3.1/${kind}>; rel="successor-version"`);

    const walked: Entry[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { payload } = await get(`/v3.1/${kind}?page=${page}&limit=25`, merchant);
      assert.deepEqual([payload.currentPage, payload.limit, payload.totalItems], [page, 25, 60]);
      walked.push(...payload.data);
    }
    assert.deepEqual(walked, old.body.payload);
    const { payload } = await get(`/v3.1/${kind}`, merchant);
    assert.deepEqual([payload.data.length, payload.limit], [50, 50]);
    const current = await api.request("GET", `/v3.1/${kind}`, { key: merchant.writeKey });
    assert.equal(current.headers.get("deprecation"), null);
    const document: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
    assert.equal(document.paths[`/v3/${kind}`].get.deprecated, true);
    assert.equal(document.paths[`/v3.1/${kind}`].get.deprecated, undefined);

    for (const [query, code] of [
      ["page=0", "PAGE_INVALID"],
      ["limit=1001", "LIMIT_TOO_LARGE"],
      ["filter=name:eq:x", "FILTER_FIELD_UNKNOWN"],
    ] as const) {
      assert.equal((await get(`/v3.1/${kind}?${query}`, merchant, 400)).error.errorCode, code);
    }
  });

  test(`${kind}: a merchant sees its own alone, with any key, and the API has no write for them`, async () => {
    const [a, b] = [await api.newMerchant(), await api.newMerchant()];
    for (const [merchant, name] of [
      [a, "A's"],
      [b, "B's"],
    ] as const) {
      await importFile(kind, await file(`own-${kind}.json`, [record(kind, "1", name)]), merchant.merchantId);
    }
    assert.deepEqual(
      (await entriesOf(kind, a)).map(({ name }) => name),
      ["A's"],
    );
    assert.deepEqual(
      (await entriesOf(kind, b)).map(({ name }) => name),
      ["B's"],
    );
    for (const path of [`/v3/${kind}`, `/v3.1/${kind}`]) {
      assert.equal((await api.request("GET", path, { key: a.readKey })).status, 200);
      assert.equal((await fetch(`${api.url}${path}`)).status, 401);
      const headers = { authorization: `Bearer ${a.writeKey}` };
      assert.equal((await fetch(`${api.url}${path}`, { method: "POST", headers, body: "{}" })).status, 405);
    }
  });

  test(`${kind}: every problem of a file is listed with its line, and nothing is imported`, async () => {
    const merchant = await api.newMerchant();
    const { merchantId } = merchant;
    const wrong = [
      "[",
      `  ${JSON.stringify(record(kind, "1", "fine"))},`,
      `  ${JSON.stringify({ ...record(kind, "1", "  "), nmae: "x" })},`,
      `  ${JSON.stringify(record(kind, " 1 ", "twice"))}, null,`,
      '  { "externalId": 5,',
      '    "name": ["a]", {}] },',
      `  ${JSON.stringify(record(kind, "x".repeat(256), "long"))}`,
      "]",
    ].join("\n");
    const json = await rejectionOf(kind, await file(`wrong-${kind}.json`, wrong), merchantId);
    assert.deepEqual([json.code, json.error.code], [1, "VALIDATION_FAILED"]);
    assert.deepEqual(issuesOf(json).toSorted(), [
      "line 3 LENGTH",
      "line 3 UNKNOWN_FIELD",
      "line 4 DUPLICATE",
      "line 4 TYPE",
      ...(kind === "classes" ? [] : ["line 5 REQUIRED"]),
      "line 5 TYPE",
      "line 5 TYPE",
      "line 7 LENGTH",
    ]);

    const cells =
      kind === "classes"
        ? ["externalId,name", "1,", "2,two,2", ",three", "4,four", "4,4"]
        : ["externalId,name,appliesTo", "1,,INVOICE", "2", ",three,CONTRACT", "4,four,CUSTOMER", "4,four,VENDOR"];
    const csv = await rejectionOf(kind, await file(`wrong-${kind}.csv`, cells.join("\n")), merchantId);
    assert.deepEqual(issuesOf(csv), [
      "line 2 LENGTH",
      "line 3 CSV_MALFORMED",
      "line 4 LENGTH",
      kind === "classes" ? "line 6 DUPLICATE" : "line 6 ENUM",
    ]);
    assert.match(csv.error.details.issues[0].message, /^name must not be empty/);

    for (const [name, content, issues] of [
      [
        "header.csv",
        "externalId,title,title\n1,x,y\n",
        ["REQUIRED", ...(kind === "classes" ? [] : ["REQUIRED"]), "UNKNOWN_FIELD", "UNKNOWN_FIELD"],
      ],
      ["empty.csv", "", ["REQUIRED", "REQUIRED", ...(kind === "classes" ? [] : ["REQUIRED"])]],
      ["quote.csv", 'externalId,name\n1,"never closed\n', undefined],
      ["object.json", {}, ["TYPE"]],
      ["broken.json", "[{]", ["MALFORMED_JSON"]],
    ] as const) {
      const rejected = await rejectionOf(kind, await file(`${kind}-${name}`, content), merchantId);
      assert.equal(rejected.code, 1, name);
      if (issues !== undefined)
        assert.deepEqual(
          issuesOf(rejected),
          issues.map((code) => `line 1 ${code}`),
          name,
        );
    }
    assert.deepEqual(await entriesOf(kind, merchant), []);
  });

  test(`${kind}: a missing file, a file that is no text and an unknown merchant are rejected; the output for people`, async () => {
    const { merchantId } = await api.newMerchant();
    const path = await file(`good-${kind}.json`, [record(kind, "1", "One")]);
    for (const unreadable of [join(folder, "missing.csv"), await file("latin.csv", Buffer.from([0x65, 0xe9, 0x0a]))]) {
      const rejected = await rejectionOf(kind, unreadable, merchantId);
      assert.deepEqual([rejected.code, rejected.error.code], [2, "FILE_UNREADABLE"]);
    }
    const unknown = await rejectionOf(kind, path, "0197f1a0-5c1e-7b9a-9a55-000000000000");
    assert.deepEqual([unknown.code, unknown.error.code], [1, "MERCHANT_NOT_FOUND"]);
    const reported = await run([kind, "import", path, "--merchant", merchantId], environment);
    assert.deepEqual([reported.code, reported.stderr], [0, ""]);
    assert.match(reported.stdout, /: 1 created, 0 updated, 0 unchanged\.\n$/);
    const wrong = await file("wrong.csv", "externalId,name\n,\n");
    const people = await run(["classes", "import", wrong, "--merchant", merchantId], environment);
    assert.equal(people.code, 1);
    assert.match(people.stderr, /^line 2: externalId must not be empty.*\nline 2: name must not be empty.*\n$/);
  });
}

test("a merchant of the ERP kind has no classes: imports are rejected and both lists are empty; it does have custom fields", async () => {
  const args = ["merchant", "create", "--name", "ERP kind", "--erp-kind", "ERP"];
  const merchant: TestMerchant = await runJson(args, environment);
  const rejected = await rejectionOf(
    "classes",
    await file("erp.json", [record("classes", "1", "One")]),
    merchant.merchantId,
  );
  assert.deepEqual([rejected.code, rejected.error.code], [1, "CLASS_NOT_SUPPORTED"]);
  assert.deepEqual((await get("/v3/classes", merchant)).payload, []);
  assert.equal((await get("/v3.1/classes", merchant)).payload.totalItems, 0);
  const fields = await file("erp-fields.json", [record("custom-fields", "1", "One")]);
  assert.equal((await importFile("custom-fields", fields, merchant.merchantId)).created, 1);
  assert.equal((await entriesOf("custom-fields", merchant)).length, 1);
});

test("an import of 5,000 records is atomic, and two at once create each record once", async () => {
  const merchant = await api.newMerchant();
  const records = Array.from({ length: 5_000 }, (_, index) => record("classes", `id ${index}`, `Name ${index}`));
  const [one, two] = [await file("one.json", records), await file("two.json", records.toReversed())];
  await Promise.all([one, two].map((path) => importFile("classes", path, merchant.merchantId)));
  const { payload } = await get("/v3.1/classes?limit=1", merchant);
  assert.equal(payload.totalItems, 5_000);
  const all = await get("/v3/classes", merchant);
  assert.equal(new Set(all.payload.map(({ externalId }: Entry) => externalId)).size, 5_000);
});
