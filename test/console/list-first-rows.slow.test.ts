import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clientOf } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { visit } from "../support/console-numbers.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

test("a list opened again shows its visible rows first and all rows later, and its columns keep their widths", async () => {
  const merchant = await console_.api.newMerchant("2026-01-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  // Newest first: what is longest is far below what is in sight.
  for (let each = 1; each <= 80; each += 1) {
    await client.ok("POST", "/v3/customers", {
      name: each === 3 ? "Glasshouse and Harbour Holdings of Bristol" : `Acme ${each}`,
      primaryBillingContactEmail: each === 7 ? "accounts.payable.department@example.com" : `a${each}@example.com`,
    });
  }
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/customers`);
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Payments" }).click();
  await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor();
  // Each frame from the click on: how many rows are drawn, and where the columns begin.
  const frames = await page.evaluate(() => {
    const link = [...document.querySelectorAll<HTMLElement>("nav[aria-label=Main] a")].find(
      (each) => each.textContent?.trim() === "Customers",
    );
    link?.click();
    const seen: { rows: number; columns: string }[] = [];
    return new Promise<typeof seen>((resolve) => {
      const look = () => {
        const table = document.querySelector("main table[aria-label=Customers]");
        if (table !== null) {
          const heads = [...table.querySelectorAll("th")].map((each) =>
            Math.round(each.getBoundingClientRect().left * 10),
          );
          const rows = table.querySelectorAll("tbody tr:not([aria-hidden])").length;
          if (rows > 0) seen.push({ rows, columns: heads.join(" ") });
        }
        if (seen.length < 40) requestAnimationFrame(look);
        else resolve(seen);
      };
      requestAnimationFrame(look);
    });
  });
  const [first, last] = [frames[0], frames.at(-1)];
  assert.ok(first && first.rows < 80, `${first?.rows} rows at first`);
  assert.equal(last?.rows, 80);
  assert.deepEqual([...new Set(frames.map(({ columns }) => columns))], [first.columns]);
});
