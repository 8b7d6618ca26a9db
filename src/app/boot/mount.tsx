import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import type { ClientConfig } from '#machines/shared/domain.ts';
import type { Drafts } from '#src/app/drafts.ts';
import { typeInto } from '#src/ui/field-text.ts';

const contentOf = (client: ClientConfig | null | undefined) => String(Object.entries(client ?? {}).sort());

/**
 * Whether the portal starts with the screen that the server may have rendered (`src/server-portal.tsx`): the ID entry
 * in the language of the page, for an unknown person.
 */
function isFirstScreen(snapshot: PortalSnapshot, language: string): boolean {
  const { config, locale, client, remark, session } = snapshot.context;
  const { known: initialData } = config;
  return (
    snapshot.matches('id-entry') &&
    locale === language &&
    // Compared by content: an answer that arrived before the first render is another object.
    contentOf(client) === contentOf(initialData?.client.config) &&
    session.person.userId === (initialData?.summary?.userId ?? '') &&
    session.person.reauthReason === (initialData?.summary?.reauthReason ?? '') &&
    !(session.request.company && !client?.serviceName) &&
    remark === null
  );
}

/** The field of the ID, if the server has rendered one. */
const serverRenderedField = (root: HTMLElement) => root.querySelector<HTMLInputElement>('input[type=text]');

/**
 * Puts the portal into its element. A first screen of the server is hydrated, so that typed text and a Hangul
 * syllable in composition are kept. Any other screen replaces it and keeps the typed text when it has the same field.
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
    // Cached scripts run before the first paint, and thus before autofocus.
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
 * Takes over the screen that the server has rendered. Input, focus and choices are kept; choices are repeated,
 * so that React receives them.
 */
export function resume(root: HTMLElement, app: ReactNode): Root {
  const choices = [
    ...root.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]'),
  ].filter(({ checked, defaultChecked }) => checked !== defaultChecked);
  for (const choice of choices) choice.checked = choice.defaultChecked;
  const reactRoot = flushSync(() => hydrateRoot(root, app));
  for (const choice of choices) if (choice.type === 'checkbox' || !choice.checked) choice.click();
  return reactRoot;
}
