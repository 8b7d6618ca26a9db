import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import type { ClientConfig } from '#machines/shared/domain.ts';
import type { Drafts } from '#src/app/drafts.ts';
import { typeInto } from '#src/ui/field-text.ts';

/** The fields of a client configuration in a fixed order, so that two configurations can be compared. */
const sortedFieldsOf = (client: ClientConfig | null | undefined) =>
  String(Object.entries(client ?? {}).sort());

/**
 * Whether the portal starts with the first screen as the server renders it (`src/server-portal.tsx`): the ID entry in
 * the language of the page, with the values of the initial data.
 */
function isFirstScreen(snapshot: PortalSnapshot, language: string): boolean {
  const { config, locale, client, remark, session } = snapshot.context;
  const { known: initialData } = config;
  return (
    snapshot.matches('id-entry') &&
    locale === language &&
    // An answer that arrived before the first render is a different object, so the fields are compared.
    sortedFieldsOf(client) === sortedFieldsOf(initialData?.client.config) &&
    session.person.userId === (initialData?.summary?.userId ?? '') &&
    session.person.reauthReason === (initialData?.summary?.reauthReason ?? '') &&
    // A service name that only the stored session contains is missing in the markup of the server.
    !(session.request.company && !client?.serviceName) &&
    remark === null
  );
}

/** The ID field that the server has rendered; null if it has rendered no ID field. */
const serverRenderedField = (root: HTMLElement) => root.querySelector<HTMLInputElement>('input[type=text]');

/**
 * Renders the portal into the element `root`. If the server has rendered the same first screen, React hydrates its
 * markup, which preserves the typed text, even a Hangul syllable in composition. Otherwise the portal replaces the
 * markup, and the typed text is copied into the field of the same name, if the new screen has such a field.
 */
export function mount(
  root: HTMLElement,
  app: ReactNode,
  initialSnapshot: PortalSnapshot,
  drafts: Drafts,
): Root {
  const { value: typedText = '', name = '', defaultValue = '' } = serverRenderedField(root) ?? {};
  if (typedText !== defaultValue) drafts.saveTypedId(typedText, defaultValue);
  if (root.firstElementChild && isFirstScreen(initialSnapshot, root.ownerDocument.documentElement.lang)) {
    // With cached scripts this code runs before the first paint, and so before the browser applies `autofocus`.
    const { activeElement, body } = root.ownerDocument;
    if (activeElement === body) root.querySelector<HTMLElement>('[autofocus]')?.focus();
    return resume(root, app);
  }
  const reactRoot = createRoot(root);
  flushSync(() => reactRoot.render(app));
  if (typedText !== '') typeInto(root.querySelector(`input[name="${name}"]`), typedText);
  return reactRoot;
}

/**
 * Hydrates the screen that the server has rendered. Typed text and focus are preserved. Check boxes and radio buttons
 * that the person has changed are reset before hydration and clicked after it, so that React receives their events.
 */
export function resume(root: HTMLElement, app: ReactNode): Root {
  const changedChoices = [
    ...root.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]'),
  ].filter(({ checked, defaultChecked }) => checked !== defaultChecked);
  for (const choice of changedChoices) choice.checked = choice.defaultChecked;
  const reactRoot = flushSync(() => hydrateRoot(root, app));
  // Clicking the radio button that the person has chosen also unchecks the initial one, which needs no click.
  for (const choice of changedChoices)
    if (choice.type === 'checkbox' || !choice.defaultChecked) choice.click();
  return reactRoot;
}
