import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { day } from "../format/day.ts";
import { pastedDay, typedDay } from "../format/pasted.ts";
import classes from "./day-field.module.css";

type Props = Pick<
  TextInputProps,
  "label" | "aria-label" | "description" | "required" | "disabled" | "size" | "className" | "onPaste"
> & {
  readonly value: string;
  /** Called with each complete day, and with "" for any other text. */
  readonly onChange: (day: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
};

/**
 * A day, typed or chosen; the value is "2026-01-31". At rest it is written as everywhere in the console; while it is typed it is the
 * value itself, and whatever is read of a spreadsheet is read here too, once it is whole or the field is left. The browser's own field would write it in the order of the
 * browser's language, which is seldom the reader's.
 */
export function DayField({ value, onChange, min, max, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  const [isHere, setIsHere] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isHere) field.current?.select();
  }, [isHere]);
  const change = (text: string) => {
    setTyped(text);
    report(typedDay(text));
  };
  const report = (read: string) => {
    if (read !== value) onChange(read);
  };
  const isUnread = typed !== undefined && typed.trim() !== "" && pastedDay(typed) === "";
  const settle = () => {
    if (typed === undefined) return;
    report(pastedDay(typed));
    if (!isUnread) setTyped(undefined);
  };
  const leave = () => {
    setIsHere(false);
    settle();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") settle();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    calendar.current?.showPicker();
  };
  return (
    <TextInput
      {...rest}
      ref={field}
      autoComplete="off"
      placeholder="yyyy-mm-dd"
      value={typed ?? (isHere ? value : value && day(value))}
      error={isUnread && !isHere ? "A day, such as 2026-01-31" : undefined}
      onFocus={() => setIsHere(true)}
      onBlur={leave}
      onKeyDown={press}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden
            min={min}
            max={max}
            value={value}
            onChange={(event) => {
              setTyped(undefined);
              onChange(event.currentTarget.value);
            }}
          />
          <ActionIcon
            variant="transparent"
            color="gray"
            size={22}
            tabIndex={-1}
            disabled={rest.disabled}
            aria-label="Calendar"
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={14} stroke={1.7} />
          </ActionIcon>
        </>
      }
      rightSectionWidth={28}
    />
  );
}
