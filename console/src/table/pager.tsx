import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { count } from "../format/money.ts";
import classes from "./pager.module.css";

type Props = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly go: (page: number) => void;
};

export function Pager({ page, perPage, total, go }: Props) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = Math.min((page - 1) * perPage + 1, total);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span>
        {last === 1 ? count(total) : `${count(from)} – ${count(Math.min(page * perPage, total))} of ${count(total)}`}
        {last === 1 && (total === 1 ? " row" : " rows")}
      </span>
      {last > 1 && (
        <span className={`${classes.buttons} no-print`}>
          <ActionIcon variant="default" disabled={page <= 1} onClick={() => go(page - 1)} aria-label="Page before">
            <IconChevronLeft size={15} />
          </ActionIcon>
          <ActionIcon variant="default" disabled={page >= last} onClick={() => go(page + 1)} aria-label="Next page">
            <IconChevronRight size={15} />
          </ActionIcon>
        </span>
      )}
    </nav>
  );
}
