import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { App } from '#desk/app/app.tsx';
import { createDeskClient } from '#desk/calls/client.ts';
import { deskPorts } from '#desk/ports/desk.ts';
import { exportedFile } from '#desk/ports/export.ts';
import { currentRoute, pushRoute, storeDraft, takeInitialState } from '#desk/ports/route.ts';
import { chosenLanguage, languageCookie, localeOf, shownLanguage } from '#i18n/locale.ts';
import { deskMachine } from '#machines/desk/desk.machine.ts';
import type { DeskLanguage } from '#machines/desk/desk.types.ts';

const { document, location, navigator } = window;

/** Lets the browser download a file. */
function download(file: File): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  URL.revokeObjectURL(href);
}

const initialLanguage = chosenLanguage(document.cookie) ?? shownLanguage(localeOf(navigator.languages));
let currentLanguage: DeskLanguage = initialLanguage;
const client = createDeskClient(() => currentLanguage);
const actor = createActor(
  deskMachine.provide({
    actors: deskPorts({ client }),
    actions: {
      storeLanguage: (_, newLanguage) => {
        currentLanguage = newLanguage;
        document.cookie = languageCookie(newLanguage, location.protocol === 'https:');
      },
      pushRoute: (_, route) => pushRoute(window, route),
      storeDraft: ({ context }) => storeDraft(window, context),
      saveExport: ({ context: { auditExport } }) => {
        if (auditExport) download(exportedFile(auditExport));
      },
      openPortal: (_, portal) => location.assign(portal),
    },
  }),
  { input: { language: initialLanguage, ...takeInitialState(window) } },
).start();

window.addEventListener('popstate', () => actor.send({ type: 'route.opened', route: currentRoute(window) }));
const root = document.getElementById('root');
if (root) createRoot(root).render(<App actor={actor} />);
