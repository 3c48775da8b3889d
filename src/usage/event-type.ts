/** How the values of the events of one type become the quantity of a period (data model 12.1). */
export const aggregations = ["SUM", "COUNT", "MAX", "LAST"] as const;
export type Aggregation = (typeof aggregations)[number];

export const defaultAggregation: Aggregation = "SUM";

/** What is metered: the kind of event that usage terms bill. */
export type EventType = {
  readonly id: string;
  readonly name: string;
  readonly aggregation: Aggregation;
  /** What one of it is called on invoices: "call", "GB". */
  readonly unitName: string | null;
  /** How clients show quantities of it; it has no meaning here. */
  readonly displayType: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type EventTypeDraft = Pick<EventType, "name" | "aggregation" | "unitName" | "displayType">;
