import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowRight, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { useMayWrite, useSession } from "../api/session.ts";
import { useGo } from "../use-url.ts";
import { actions } from "./actions.ts";
import { places } from "./navigation.ts";
import classes from "./palette.module.css";
import { type Found, useRecordSearch } from "./record-search.ts";

/** One field for everything: pages, actions, and every record by its name or number. */
export default function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const [at, setAt] = useState(0);
  const go = useGo();
  const records = useRecordSearch(asked);
  const found = [...usePlaces(text), ...records.found];
  const chosen = found[Math.min(at, found.length - 1)];
  const open = (target: Found | undefined) => {
    if (target === undefined) return;
    close();
    go(target.href);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") open(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Modal opened onClose={close} withCloseButton={false} padding={0} size={600} radius={10} aria-label="Search">
      <TextInput
        data-autofocus
        variant="unstyled"
        className={classes.field}
        leftSection={<IconSearch size={17} stroke={1.7} />}
        placeholder="Search every record by name or number, pages, actions …"
        aria-label="Search"
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={chosen ? `palette-${found.indexOf(chosen)}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={pressed}
      />
      <div id="palette-list" role="listbox" aria-label="Found" className={classes.list}>
        {found.map((each, index) => (
          <div key={`${each.group} ${each.href} ${each.title}`}>
            {each.group !== found[index - 1]?.group && <div className={classes.group}>{each.group}</div>}
            <div
              id={`palette-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={each === chosen}
              className={classes.item}
              onMouseMove={() => setAt(index)}
              onClick={() => open(each)}
              onKeyDown={pressed}
            >
              <span className={classes.title}>{each.title}</span>
              {each.detail && <span className={classes.detail}>{each.detail}</span>}
              <IconArrowRight size={14} className={classes.arrow} aria-hidden />
            </div>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.nothing}>{records.isPending ? "Searching …" : `Nothing is called “${text}”.`}</p>
      )}
    </Modal>
  );
}

function usePlaces(text: string): Found[] {
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const wanted = text.trim().toLowerCase();
  const fits = (title: string, words = "") => `${title} ${words}`.toLowerCase().includes(wanted);
  return [
    ...places
      .filter(({ title, words, isOfSandbox }) => fits(title, words) && (!isOfSandbox || merchant.isSandbox))
      .map(({ title, href, key }) => ({ group: "Go to", title, href, detail: key ? `G ${key.toUpperCase()}` : "" })),
    ...actions
      .filter((action) => mayWrite && fits(action.title, action.words))
      .map(({ title, href }) => ({ group: "Do", title, href, detail: "" })),
  ];
}
