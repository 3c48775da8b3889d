/** An order by one column, as the address and the server have it: "dueDate:desc". */
export type Sort = { readonly by: string; readonly descending: boolean };

export function readSort(text: string | undefined): Sort | undefined {
  const [by, direction] = (text ?? "").split(":");
  return by ? { by, descending: direction === "desc" } : undefined;
}

export function writeSort({ by, descending }: Sort): string {
  return `${by}:${descending ? "desc" : "asc"}`;
}
