/**
 * How a sale is taxed: the VAT categories of EN 16931 (code list UNTDID 5305). S standard rate, Z zero rate, E exempt, AE reverse
 * charge, K supply inside the European Economic Area, G export, O outside the scope of tax, L Canary Islands, M Ceuta and Melilla,
 * B Italian split payment. An invoice line has the category of its item, or else of its product (rules 12).
 */
export const taxCategories = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M", "B"] as const;
export type TaxCategory = (typeof taxCategories)[number];

export const defaultTaxCategory: TaxCategory = "S";
