import { Textarea } from "@mantine/core";

type Props = {
  readonly label?: string;
  /** Where it is kept, or who reads it. */
  readonly description?: string;
  readonly value: string;
  readonly onChange: (reason: string) => void;
  /** Whether the dialog opens with the cursor in it. */
  readonly isFirst?: boolean;
};

/** The reason that an action cannot do without, in a few lines. */
export function ReasonField({ label = "Why", description, value, onChange, isFirst = true }: Props) {
  return (
    <Textarea
      label={label}
      description={description}
      required
      autosize
      minRows={2}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
