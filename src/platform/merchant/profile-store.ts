import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import type { TaxCategory } from "../../kernel/tax-category.ts";
import type { RowOf } from "../../schema/tables.ts";
import { cachedStatement } from "../db/cached-statement.ts";
import type { Tx } from "../db/pool.ts";
import { addressFromColumn } from "../http/address.ts";
import type { MerchantProfile } from "./profile.ts";

/** The profile of the merchant; empty for a new one. */
export async function readProfile(tx: Tx, merchantId: string): Promise<MerchantProfile> {
  const [
    {
      rows: [row],
    },
    { rows: merchants },
    { rows: rates },
  ] = await Promise.all([
    tx.executeQuery(profileOf(tx, { merchantId })),
    tx.executeQuery(processorOf(tx, { merchantId })),
    tx.executeQuery(ratesOf(tx, { merchantId })),
  ]);
  const { default_processor } = required(merchants[0], "the merchant of the profile");
  return {
    legalName: row?.legal_name ?? null,
    address: addressFromColumn(row?.address ?? null),
    vatId: row?.vat_id ?? null,
    registrationNumber: row?.registration_number ?? null,
    bankAccount: row?.iban ? { iban: row.iban, bic: row.bic, name: row.bank_account_name } : null,
    email: row?.email ?? null,
    logo: row?.logo?.toString("base64") ?? null,
    taxRates: rates.map((rate) => ({
      country: rate.country,
      region: rate.region === "" ? null : rate.region,
      category: rate.category as TaxCategory,
      rate: rate.rate,
      validFrom: rate.valid_from,
    })),
    defaultProcessor: default_processor,
  };
}

const profileOf = cachedStatement<"merchantId", RowOf<"merchant_profile">>((tx, given) =>
  tx.selectFrom("merchant_profile").selectAll().where("merchant_id", "=", given.merchantId),
);
const processorOf = cachedStatement<"merchantId", Pick<RowOf<"merchant">, "default_processor">>((tx, given) =>
  tx.selectFrom("merchant").select("default_processor").where("id", "=", given.merchantId),
);
const ratesOf = cachedStatement<"merchantId", Omit<RowOf<"tax_rate">, "merchant_id">>((tx, given) =>
  tx
    .selectFrom("tax_rate")
    .select(["country", "region", "category", "valid_from", sql<string>`trim_scale(rate)::text`.as("rate")])
    .where("merchant_id", "=", given.merchantId)
    .orderBy(sql`country collate "C", region collate "C", category collate "C", valid_from`),
);

/** Serializes changes of a merchant. The lock does not block rows that only refer to the merchant. */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<void> {
  await tx.selectFrom("merchant").select("id").where("id", "=", merchantId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Writes the whole profile of a locked merchant. */
export async function writeProfile(tx: Tx, merchantId: string, profile: MerchantProfile, at: string): Promise<void> {
  const columns = {
    legal_name: profile.legalName,
    address: profile.address === null ? null : JSON.stringify(profile.address),
    vat_id: profile.vatId,
    registration_number: profile.registrationNumber,
    iban: profile.bankAccount?.iban ?? null,
    bic: profile.bankAccount?.bic ?? null,
    bank_account_name: profile.bankAccount?.name ?? null,
    email: profile.email,
    logo: profile.logo === null ? null : Buffer.from(profile.logo, "base64"),
    last_updated_at: at,
  };
  await tx
    .insertInto("merchant_profile")
    .values({ merchant_id: merchantId, ...columns })
    .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet(columns))
    .execute();
  await tx
    .updateTable("merchant")
    .set({ default_processor: profile.defaultProcessor })
    .where("id", "=", merchantId)
    .execute();
  await tx.deleteFrom("tax_rate").where("merchant_id", "=", merchantId).execute();
  if (profile.taxRates.length === 0) return;
  const rows = profile.taxRates.map(({ country, region, category, rate, validFrom }) => ({
    merchant_id: merchantId,
    country,
    region: region ?? "",
    category,
    valid_from: validFrom,
    rate,
  }));
  await tx.insertInto("tax_rate").values(rows).execute();
}

/** Contracts whose customer has no address for tax and is not exempt: once there are tax rates, they cannot be approved or billed. */
export async function contractsWithoutTaxLocation(tx: Tx, merchantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("contract")
    .innerJoin("customer", (join) =>
      join.onRef("customer.merchant_id", "=", "contract.merchant_id").onRef("customer.id", "=", "contract.customer_id"),
    )
    .select("contract.id")
    .where("contract.merchant_id", "=", merchantId)
    .where("contract.deleted_at", "is", null)
    .where("customer.is_tax_exempt", "=", false)
    .where(sql<string | null>`customer.billing_address ->> 'country'`, "is", null)
    .execute();
  return rows.map(({ id }) => id);
}
