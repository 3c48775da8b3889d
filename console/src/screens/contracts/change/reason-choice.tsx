import { Select } from "@mantine/core";

const reasons = [
  { value: "", label: "As the standard proposes" },
  { value: "RENEWAL", label: "Days are sold: a renewal" },
  { value: "CONCESSION", label: "Days are given free of charge" },
  { value: "CORRECTION", label: "They were recorded wrongly" },
] as const;

const texts: Readonly<Record<string, string>> = {
  "": "Future days leave what is served unchanged; served days catch up.",
  RENEWAL: "What is served stays as it is; at their own price the days are a contract of their own.",
  CONCESSION: "The price that is left is spread over the longer service.",
  CORRECTION: "Revenue becomes what it would have been: the difference catches up.",
};

/** Why days of service are others, which decides how revenue treats them. */
export function ReasonChoice({ value, onChange }: { value: string; onChange: (reasonCode: string) => void }) {
  return (
    <Select
      label="Why the days change"
      description={texts[value]}
      data={[...reasons]}
      value={value}
      allowDeselect={false}
      onChange={(next) => onChange(next ?? "")}
    />
  );
}
