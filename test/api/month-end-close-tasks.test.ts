import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deactivateUser } from "../../src/platform/auth/users.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection, unknownId } from "../support/client.ts";

// What is to be done before a month is closed, by whom, and the evidence that it was.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const path = "/v3/month-end-close";

/** A contract of 300.00 a quarter; it is 10 March 2026 and nothing is closed. */
async function book(): Promise<Client> {
  const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  return client;
}

const owner = ({ merchant }: Client) => `owner-${merchant.merchantId}@example.com`;
const bodyOf = (client: Client, parts: object = {}) => ({
  ...{ title: "Bank reconciliation", ownerEmail: owner(client), dueDays: 3, fromMonth: "2026-01", ...parts },
});
const create = (client: Client, parts: object = {}) =>
  client.send("POST", `${path}/task-templates`, bodyOf(client, parts));
const created = async (client: Client, parts: object = {}): Promise<string> =>
  (await client.ok("POST", `${path}/task-templates`, bodyOf(client, parts))).id;
const change = (client: Client, id: string, body: object) => client.send("PATCH", `${path}/task-templates/${id}`, body);
const evidence = [{ text: "Statement and books agree: 300.00", url: "https://files.example.com/bank.pdf" }];
const complete = (client: Client, id: string, month: string, parts: object = {}) =>
  client.send("POST", `${path}/tasks/${id}/complete`, { month, evidence, ...parts });
const reopen = (client: Client, id: string, month: string, reason = "A statement came late") =>
  client.send("POST", `${path}/tasks/${id}/reopen`, { month, reason });
const closing = (client: Client, month: string) => client.send("POST", `${path}/close-period?month=${month}`);
const tasksOf = (client: Client, month: string): Promise<Json> => client.ok("GET", `${path}/tasks?month=${month}`);
const shown = async (client: Client, month: string): Promise<string[]> =>
  (await tasksOf(client, month)).tasks.map(({ title, dueDate, status }: Json) => `${dueDate} ${title} ${status}`);
const checkOf = async (client: Client, month: string): Promise<Json> =>
  (await client.ok("GET", `${path}/preview?month=${month}`)).checks.find(({ code }: Json) => code === "TASKS_DONE");

test("an open required task blocks the close and is named; completed tasks are in the package", async () => {
  const client = await book();
  const id = await created(client);
  await created(client, { title: "Read the flux", isRequired: false, dueDays: 1 });
  const refused = await closing(client, "2026-01");
  assert.deepEqual(rejection(refused), [400, "PERIOD_CANNOT_CLOSE"]);
  const [failed] = refused.body.error.details.checks;
  assert.deepEqual(
    [failed.code, failed.recordType, failed.ids, failed.total, failed.message],
    ["TASKS_DONE", "CLOSE_TASK", [id], 1, "Required tasks are open: 2026-01 Bank reconciliation."],
  );
  const { body } = await complete(client, id, "2026-01");
  const { doneAt, doneBy, ...done } = body.payload;
  assert.match(doneBy, /^KEY:/);
  assert.match(doneAt, /^2026-03-10T00:00:00/);
  assert.deepEqual(
    [done.status, done.dueDate, done.doneByEmail, done.evidence],
    ["DONE", "2026-02-04", owner(client), [{ ...evidence[0], journalEntryId: null }]],
  );
  assert.equal((await checkOf(client, "2026-01")).status, "PASSED");
  await close(client, "2026-01");
  const [{ manifest }] = (await client.ok("GET", `${path}/packages`)).data;
  assert.deepEqual(
    manifest.tasks.map((each: Json) => [each.title, each.ownerEmail, each.status, each.doneAt, each.evidence.length]),
    [
      ["Read the flux", owner(client), "OPEN", null, 0],
      ["Bank reconciliation", owner(client), "DONE", doneAt, 1],
    ],
  );
});

test("a close requires the tasks of every month that it closes", async () => {
  const client = await book();
  const id = await created(client);
  await complete(client, id, "2026-02");
  const refused = await closing(client, "2026-02");
  assert.match(refused.body.error.message, /2026-01 Bank reconciliation\.$/);
  await complete(client, id, "2026-01");
  assert.equal((await closing(client, "2026-02")).status, 200);
  assert.equal((await checkOf(client, "2026-03")).total, 1);
});

test("tasks of a closed month cannot change; after reopening they keep their results and can be done again", async () => {
  const client = await book();
  const id = await created(client);
  await complete(client, id, "2026-01");
  await close(client, "2026-01");
  assert.deepEqual(rejection(await complete(client, id, "2026-01")), [400, "PERIOD_CLOSED"]);
  assert.deepEqual(rejection(await reopen(client, id, "2026-01")), [400, "PERIOD_CLOSED"]);
  assert.deepEqual(rejection(await create(client)), [400, "PERIOD_CLOSED"]);
  assert.deepEqual(rejection(await change(client, id, { title: "x", effectiveMonth: "2026-01" })), [
    400,
    "PERIOD_CLOSED",
  ]);
  await client.ok("POST", `${path}/reopen-period?month=2026-01`);
  assert.deepEqual(await shown(client, "2026-01"), ["2026-02-04 Bank reconciliation DONE"]);
  const { body } = await reopen(client, id, "2026-01");
  assert.deepEqual(
    [body.payload.status, body.payload.isOverdue, body.payload.reopenReason, body.payload.evidence],
    ["OPEN", true, "A statement came late", []],
  );
  assert.equal((await closing(client, "2026-01")).status, 400);
  await complete(client, id, "2026-01", { evidence: [{ text: "Again" }] });
  await close(client, "2026-01");
  const { data } = await client.ok("GET", `${path}/packages`);
  assert.deepEqual(
    data.map(({ manifest }: Json) => manifest.tasks[0].evidence[0].text),
    ["Again", evidence[0]?.text],
  );
});

test("a changed template applies to open months from the named one, and not to closed ones", async () => {
  const client = await book();
  const id = await created(client, { dueIn: "CALENDAR_DAYS" });
  await complete(client, id, "2026-01");
  await close(client, "2026-01");
  const { body } = await change(client, id, { title: "Cash", dueDays: 5, effectiveMonth: "2026-03" });
  assert.deepEqual([body.payload.effectiveMonth, body.payload.fromMonth], ["2026-03", "2026-01"]);
  assert.deepEqual(
    [await shown(client, "2026-01"), await shown(client, "2026-02"), await shown(client, "2026-03")],
    [["2026-02-03 Bank reconciliation DONE"], ["2026-03-03 Bank reconciliation OPEN"], ["2026-04-05 Cash OPEN"]],
  );
  await change(client, id, { throughMonth: "2026-01" });
  assert.deepEqual(
    [await shown(client, "2026-01"), await shown(client, "2026-02")],
    [["2026-02-03 Bank reconciliation DONE"], []],
  );
  assert.equal((await checkOf(client, "2026-02")).status, "NOT_APPLICABLE");
  assert.deepEqual(await shown(client, "2026-03"), [], "a later change counts for every month from its own on");
});

test("due days leave out weekends where business days are counted, and a task is overdue after its day", async () => {
  const client = await book();
  await created(client, { title: "Year end", fromMonth: "2026-02", throughMonth: "2026-02", dueDays: 0 });
  await created(client, { title: "Accruals", dueDays: 6 });
  await created(client, { title: "Board pack", dueDays: 9, dueIn: "CALENDAR_DAYS", isRequired: false });
  assert.deepEqual(await shown(client, "2026-02"), [
    "2026-02-28 Year end OPEN",
    "2026-03-09 Accruals OPEN",
    "2026-03-09 Board pack OPEN",
  ]);
  const { required, tasks } = await tasksOf(client, "2026-02");
  assert.deepEqual(
    [required, tasks.map(({ isOverdue }: Json) => isOverdue)],
    [{ total: 2, open: 2 }, [true, true, true]],
  );
  const march = await tasksOf(client, "2026-03");
  assert.deepEqual(
    march.tasks.map(({ title, isOverdue }: Json) => `${title} ${isOverdue}`),
    ["Accruals false", "Board pack false"],
  );
});

test("evidence can name only journal entries of the own merchant", async () => {
  const client = await book();
  const id = await created(client);
  const [entry] = (await client.ok("GET", "/v3/journal-entries")).data;
  const other = await book();
  const [foreign] = (await other.ok("GET", "/v3/journal-entries")).data;
  const naming = (journalEntryId: string) =>
    complete(client, id, "2026-01", { evidence: [{ text: "Entry" }, { text: "Entry", journalEntryId }] });
  for (const unknown of [foreign.id, unknownId]) {
    const issue = "/evidence/1/journalEntryId JOURNAL_ENTRY_NOT_FOUND";
    assert.deepEqual(rejection(await naming(unknown)), [400, "JOURNAL_ENTRY_NOT_FOUND", issue]);
  }
  assert.equal((await naming(entry.id)).body.payload.evidence[1].journalEntryId, entry.id);
});

test("another merchant's tasks and members are unknown", async () => {
  const [client, other] = [await book(), await book()];
  const id = await created(client);
  assert.deepEqual(rejection(await complete(other, id, "2026-01")), [404, "CLOSE_TASK_NOT_FOUND"]);
  assert.deepEqual(rejection(await reopen(other, id, "2026-01")), [404, "CLOSE_TASK_NOT_FOUND"]);
  assert.deepEqual(rejection(await change(other, id, { title: "Mine" })), [404, "CLOSE_TASK_NOT_FOUND"]);
  assert.deepEqual((await tasksOf(other, "2026-01")).tasks, []);
  assert.equal((await other.ok("GET", `${path}/task-templates`)).totalItems, 0);
  const issue = "/ownerEmail CLOSE_TASK_OWNER_UNKNOWN";
  for (const ownerEmail of [owner(client), "nobody@example.com"]) {
    assert.deepEqual(rejection(await create(other, { ownerEmail })), [400, "CLOSE_TASK_OWNER_UNKNOWN", issue]);
  }
});

test("invalid completions and reopenings are rejected, and a dry run keeps nothing", async () => {
  const client = await book();
  const id = await created(client, { throughMonth: "2026-02" });
  assert.deepEqual(rejection(await complete(client, id, "2025-12")), [400, "CLOSE_TASK_NOT_OF_MONTH"]);
  assert.deepEqual(rejection(await complete(client, id, "2026-03")), [400, "CLOSE_TASK_NOT_OF_MONTH"]);
  assert.deepEqual(rejection(await reopen(client, id, "2026-01")), [400, "CLOSE_TASK_OPEN"]);
  const none = await complete(client, id, "2026-01", { evidence: [] });
  assert.equal(none.body.error.errorCode, "VALIDATION_FAILED");
  const script = await complete(client, id, "2026-01", { evidence: [{ text: "x", url: "javascript:alert(1)" }] });
  assert.equal(script.body.error.errorCode, "VALIDATION_FAILED");
  const noMonth = await create(client, { title: "Never", throughMonth: "2025-12" });
  assert.deepEqual(rejection(noMonth), [400, "VALIDATION_FAILED", "/throughMonth RANGE"]);
  const ahead = await created(client, { title: "Ahead" });
  assert.deepEqual(rejection(await complete(client, ahead, "2026-04")), [400, "VALIDATION_FAILED", "/month RANGE"]);
  for (const [method, url, body] of [
    ["POST", "task-templates", bodyOf(client)],
    ["PATCH", `task-templates/${id}`, { title: "Other" }],
    ["POST", `tasks/${id}/complete`, { month: "2026-01", evidence }],
  ] as const) {
    const before = [await tasksOf(client, "2026-01"), await client.ok("GET", `${path}/task-templates`)];
    const { status, body: answer } = await client.send(method, `${path}/${url}?dryRun=true`, body);
    assert.deepEqual([status, answer.payload.dryRun], [200, true], url);
    assert.deepEqual([await tasksOf(client, "2026-01"), await client.ok("GET", `${path}/task-templates`)], before);
  }
  await complete(client, id, "2026-01");
  assert.deepEqual(rejection(await complete(client, id, "2026-01")), [400, "CLOSE_TASK_DONE"]);
});

test("a month has at most 200 tasks; ended ones do not count", async () => {
  const client = await book();
  const ids: string[] = [];
  for (let each = 0; each < 200; each++) ids.push(await created(client, { title: `Task ${each}` }));
  assert.deepEqual(rejection(await create(client)), [400, "TOO_MANY_CLOSE_TASKS"]);
  await change(client, ids[0] ?? "", { throughMonth: "2025-12" });
  assert.equal((await create(client)).status, 201);
  assert.equal((await checkOf(client, "2026-01")).ids.length, 100);
});

test("each write is in the audit log with person and reason, and a former member stays the owner of past tasks", async () => {
  const client = await book();
  const id = await created(client);
  await complete(client, id, "2026-01");
  await reopen(client, id, "2026-01");
  await deactivateUser(api.platform.db, client.merchant.userId);
  assert.equal((await change(client, id, { instructions: "By account" })).body.payload.ownerEmail, owner(client));
  assert.equal((await create(client)).body.error.errorCode, "CLOSE_TASK_OWNER_UNKNOWN");
  const { data } = await client.ok("GET", `/v3/audit-log?filter=entityId:eq:${id}`);
  assert.deepEqual(
    data.map(({ action, entityType, reason }: Json) => [action, entityType, reason]),
    [
      ["close-task-template.update", "CLOSE_TASK_TEMPLATE", null],
      ["close-task.reopen", "CLOSE_TASK", "A statement came late"],
      ["close-task.complete", "CLOSE_TASK", null],
      ["close-task-template.create", "CLOSE_TASK_TEMPLATE", null],
    ],
  );
  assert.deepEqual(data[1].changes[0], { path: "2026-01/status", from: "DONE", to: "OPEN" });
});

test("of two concurrent completions of one task one succeeds, the other is rejected", async () => {
  const client = await book();
  const id = await created(client);
  const answers = await Promise.all([1, 2, 3].map(() => complete(client, id, "2026-01")));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
});
