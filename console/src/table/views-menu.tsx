import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { accord } from "../api/accord.ts";
import { useApi, useRefresh } from "../api/use-api.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { failed } from "../parts/toast.ts";
import { parseSearch, writeSearch } from "../router-search.ts";
import { useUrl } from "../use-url.ts";
import classes from "./views-menu.module.css";

/** Filters, order or grouping of this screen under a name, as one person likes to see it. */
export function ViewsMenu() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [saving, setSaving] = useState(false);
  const { data } = useApi("listSavedViews", { filter: { screen: pathname }, limit: 100 });
  const remove = async (id: string) => {
    try {
      await accord.deleteSavedView({ id });
      await refresh();
    } catch (error) {
      failed(error);
    }
  };
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={15} stroke={1.7} />}>
          Views
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data?.data.map(({ id, name, query }) => (
          <div key={id} className={classes.view}>
            <Menu.Item onClick={() => navigate({ to: pathname as string, search: parseSearch(query) as never })}>
              {name}
            </Menu.Item>
            <ActionIcon size="sm" aria-label={`Delete the view ${name}`} onClick={() => remove(id)}>
              <IconTrash size={14} stroke={1.6} />
            </ActionIcon>
          </div>
        ))}
        {data?.data.length === 0 && <Menu.Label>No view yet</Menu.Label>}
        <Menu.Divider />
        <Menu.Item onClick={() => setSaving(true)}>Save this view …</Menu.Item>
      </Menu.Dropdown>
      {saving && <SaveDialog screen={pathname} close={() => setSaving(false)} />}
    </Menu>
  );
}

function SaveDialog({ screen, close }: { screen: string; close: () => void }) {
  const [url] = useUrl();
  const [name, setName] = useState("");
  const submit = async () => {
    const query = writeSearch({ ...url, page: undefined, month: undefined }).slice(1);
    await accord.createSavedView({ body: { screen, name: name.trim(), query } });
    return "The view is saved.";
  };
  return (
    <FormDialog title="Save this view" verb="Save" isReady={name.trim() !== ""} submit={submit} close={close}>
      <TextInput
        label="Name"
        description="As the screen is now, for you alone. The month is the one that is chosen."
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
