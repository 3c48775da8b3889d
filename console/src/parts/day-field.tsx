import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly description?: ReactNode;
  readonly required?: boolean;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
};

/** A day, typed or chosen; the value is "2026-01-31". */
export function DayField({ onChange, ...rest }: Props) {
  return <TextInput type="date" {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
}
