import { ActionIcon, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { month } from "../format/day.ts";
import { pastedMonth, typedMonth } from "../format/pasted.ts";
import { MonthGrid } from "./month-grid.tsx";

type Props = Pick<TextInputProps, "label" | "aria-label" | "description" | "size" | "className"> & {
  readonly value: string;
  /** Called with each valid month; not called for other text. */
  readonly onChange: (month: string) => void;
};

/**
 * A month, typed, pasted or chosen; the value is "2026-01". At rest it is written as everywhere in the console, and while it is typed it is
 * the value itself. The browser's own field is one of text in half of the browsers, and in the others it is in the browser's language.
 */
export function MonthField({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  const [isHere, setIsHere] = useState(false);
  const [isOpen, { open, close, toggle }] = useDisclosure();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isHere) field.current?.select();
  }, [isHere]);
  const isUnread = typed !== undefined && typed.trim() !== "" && pastedMonth(typed) === "";
  const report = (read: string) => {
    if (read !== "" && read !== value) onChange(read);
  };
  const change = (text: string) => {
    setTyped(text);
    report(typedMonth(text));
  };
  const settle = () => {
    if (isUnread || typed === undefined) return;
    report(pastedMonth(typed));
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") settle();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  };
  const pick = (chosen: string) => {
    setTyped(undefined);
    report(chosen);
    close();
  };
  return (
    <TextInput
      {...rest}
      ref={field}
      autoComplete="off"
      placeholder="yyyy-mm"
      value={typed ?? (isHere ? value : value && month(value))}
      error={isUnread && !isHere ? "A month, such as 2026-01" : undefined}
      onFocus={() => setIsHere(true)}
      onBlur={() => {
        setIsHere(false);
        settle();
      }}
      onKeyDown={press}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={
        <Popover opened={isOpen} onChange={close} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="transparent"
              color="gray"
              size={22}
              tabIndex={-1}
              aria-label="Months"
              aria-expanded={isOpen}
              onClick={toggle}
            >
              <IconCalendar size={14} stroke={1.7} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <MonthGrid key={value} chosen={value} pick={pick} />
          </Popover.Dropdown>
        </Popover>
      }
      rightSectionWidth={28}
    />
  );
}
