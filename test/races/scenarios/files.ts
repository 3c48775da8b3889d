import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { pdfOf } from "../../support/pdf.ts";
import { patiently } from "../../support/retry-when-busy.ts";
import { assertOnly, type Scenario, tally } from "../race.ts";

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const files = Array.from({ length: 64 }, (_, index) => pdfOf([`Version ${index}`, "x".repeat(index * 1_000)]));
const hashes = new Set(files.map(hashOf));

export const filesOfOneContract: Scenario = {
  id: "RAC-14",
  title: "during uploads, removals and edits a download is one whole uploaded file",
  cost: 10,
  guard: {
    name: "the one statement that reads a file",
    without: /"bytes"(?= from "contract_file")/,
    instead: 'substring("bytes" for 100) as "bytes"',
  },
  round: async (race) => {
    // Without terms a contract is BLOCKED, so that its file may be removed.
    const id = await race.contract();
    const path = `/v3/contracts/${id}`;
    await race.ok("POST", `${path}/actions`, { action: "PROCESS" });
    const { now } = await race.ok("GET", "/v3/test-clock");
    await race.advance(now);
    const query = "?shouldProcess=false";
    const downloads: (string | null)[] = [];
    const download = async () => {
      const headers = { authorization: `Bearer ${race.merchant.readKey}` };
      const answer = await patiently(() => fetch(`${race.api.url}${path}/file`, { headers }));
      const bytes = Buffer.from(await answer.arrayBuffer());
      downloads.push(answer.status === 200 ? hashOf(bytes) : null);
      if (answer.status !== 200) assert.equal(JSON.parse(bytes.toString()).error.errorCode, "CONTRACT_FILE_MISSING");
    };
    const shown = async () => {
      const { status, body } = await patiently(() => race.send("GET", path));
      assert.equal(status, 200);
      const { fileSha256 } = body.payload;
      assert.ok(fileSha256 === null || hashes.has(fileSha256));
    };
    const upload = (bytes: Uint8Array) => patiently(() => race.upload(id, bytes, query));
    const edit = async (version: number) => {
      const body = { poNumber: `PO-${version}` };
      assert.equal((await patiently(() => race.send("PATCH", path, body))).status, 200);
    };
    const [uploads] = await Promise.all([
      race.atOnce(files.map((bytes) => () => upload(bytes))),
      race.atOnce(Array.from({ length: 32 }, (_, index) => (index % 4 === 0 ? shown : download))),
      race.atOnce([1, 2, 3].map((version) => () => edit(version))),
    ]);
    assertOnly(uploads, ["200"]);
    await upload(files[0] ?? new Uint8Array());
    const remove = () => patiently(() => race.send("DELETE", `${path}/file`));
    const [removals] = await Promise.all([race.atOnce([remove, remove]), race.atOnce([download, download, download])]);
    assertOnly(removals, ["200", "404 CONTRACT_FILE_MISSING"]);
    assert.equal(tally(removals)["200"], 1);
    await upload(files[1] ?? new Uint8Array());
    await download();
    assert.ok(downloads.some((hash) => hash !== null));
    for (const hash of downloads) assert.ok(hash === null || hashes.has(hash), "a download is a whole file");
    assert.equal((await race.ok("GET", path)).fileSha256, downloads.at(-1));
  },
};
