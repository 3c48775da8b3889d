import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

const url = "https://api.processor.example:8443";
const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
};

test("address and key of the processor are set together, or not at all", () => {
  assert.equal(readConfig({}).processorA, undefined);
  assert.equal(readConfig({ ACCORD_PROCESSOR_A_URL: " ", ACCORD_PROCESSOR_A_KEY: "" }).processorA, undefined);
  const environment = { ACCORD_PROCESSOR_A_URL: url, ACCORD_PROCESSOR_A_KEY: "rk_1" };
  assert.deepEqual(readConfig(environment).processorA, { url, key: "rk_1" });
  assert.match(problemsOf({ ACCORD_PROCESSOR_A_URL: url }).join(), /together/);
  assert.match(problemsOf({ ACCORD_PROCESSOR_A_KEY: "rk_1" }).join(), /together/);
});

test("the processor's address has no path, and its key is never quoted", () => {
  for (const wrong of ["ftp://host", "host", "https://host/v1", "https://user@host", "https://host?x", "https://"]) {
    const problems = problemsOf({ ACCORD_PROCESSOR_A_URL: wrong, ACCORD_PROCESSOR_A_KEY: "rk_1" });
    assert.equal(problems.length, 1, wrong);
  }
  const problems = problemsOf({ ACCORD_PROCESSOR_A_URL: url, ACCORD_PROCESSOR_A_KEY: "rk secret" });
  assert.equal(problems.length, 1);
  assert.ok(!problems.join().includes("secret"));
});

test("the public address has no path", () => {
  assert.equal(readConfig({}).publicUrl, undefined);
  assert.equal(
    readConfig({ ACCORD_PUBLIC_URL: "https://accord.example.com/" }).publicUrl,
    "https://accord.example.com",
  );
  for (const wrong of ["accord.example.com", "https://accord.example.com/app", "ftp://accord.example.com"]) {
    assert.match(problemsOf({ ACCORD_PUBLIC_URL: wrong }).join(), /^ACCORD_PUBLIC_URL/);
  }
});

test("the identity provider is configured completely, over https or on this machine", () => {
  const [ACCORD_OIDC_ISSUER, ACCORD_OIDC_CLIENT_ID, ACCORD_OIDC_CLIENT_SECRET] = [
    "https://id.example.com/x",
    "a",
    "hush",
  ];
  const whole = { ACCORD_OIDC_ISSUER, ACCORD_OIDC_CLIENT_ID, ACCORD_OIDC_CLIENT_SECRET };
  assert.deepEqual(readConfig(whole).oidc, { issuer: ACCORD_OIDC_ISSUER, clientId: "a", clientSecret: "hush" });
  assert.equal(readConfig({}).oidc, undefined);
  assert.deepEqual(problemsOf({ ...whole, ACCORD_OIDC_ISSUER: "http://127.0.0.1:4000" }), []);
  for (const wrong of ["http://id.example.com", "id.example.com"]) {
    const problems = problemsOf({ ...whole, ACCORD_OIDC_ISSUER: wrong });
    assert.match(problems.join(), /https/);
    assert.ok(!problems.join().includes("hush"));
  }
  assert.match(problemsOf({ ACCORD_OIDC_ISSUER, ACCORD_OIDC_CLIENT_ID }).join(), /together/);
});

test("the font of PDFs is a complete font file, or one sentence says what is wrong", async () => {
  const font = createRequire(import.meta.url).resolve(
    "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  );
  const folder = await mkdtemp(join(tmpdir(), "accord-config-"));
  try {
    const [house, cut, text] = ["house.ttf", "cut.ttf", "text.ttf"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await copyFile(font, house);
    await writeFile(cut, (await readFile(font)).subarray(0, 100_000));
    await writeFile(text, "no font");
    assert.equal(readConfig({ ACCORD_PDF_FONT: house }).pdfFont, house);
    assert.equal(readConfig({ ACCORD_PDF_FONT: relative(process.cwd(), house) }).pdfFont, house);
    assert.equal(readConfig({}).pdfFont, undefined);
    for (const [path, reason] of [
      [cut, /TrueType or OpenType/],
      [text, /TrueType or OpenType/],
      [folder, /no file/],
      [join(folder, "none.ttf"), /no file/],
    ] as const) {
      const problems = problemsOf({ ACCORD_PDF_FONT: path });
      assert.equal(problems.length, 1, path);
      assert.match(problems.join(), reason);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
