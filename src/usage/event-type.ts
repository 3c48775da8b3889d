/** How the values of the events of one type become the quantity of a period (data model 12.1). */
export const aggregations = ["SUM", "COUNT", "MAX", "LAST"] as const;
export type Aggregation = (typeof aggregations)[number];

export const defaultAggregation: Aggregation = "SUM";

/** A kind of usage event, which usage terms bill. */
export type EventType = {
  readonly id: string;
  readonly name: string;
  readonly aggregation: Aggregation;
  /** The unit on invoices, such as "call" or "GB". */
  readonly unitName: string | null;
  /** How clients display quantities; not used by the server. */
  readonly displayType: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type EventTypeDraft = Pick<EventType, "name" | "aggregation" | "unitName" | "displayType">;
