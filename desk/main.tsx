import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { App } from '#desk/app/app.tsx';
import { createDeskClient } from '#desk/calls/client.ts';
import { deskPorts } from '#desk/ports/desk.ts';
import { fileOf } from '#desk/ports/export.ts';
import { pushRoute, routeIn, storeDraft, takeStored } from '#desk/ports/route.ts';
import { chosenLanguage, languageCookie, localeOf, shownLanguage } from '#i18n/locale.ts';
import { deskMachine } from '#machines/desk/desk.machine.ts';
import type { DeskLanguage } from '#machines/desk/desk.types.ts';

const { document, location, navigator } = window;

/** Saves a file with the browser. */
function save(file: File): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  URL.revokeObjectURL(href);
}

const language = chosenLanguage(document.cookie) ?? shownLanguage(localeOf(navigator.languages));
let currentLanguage: DeskLanguage = language;
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
        if (auditExport) save(fileOf(auditExport));
      },
      openPortal: (_, portal) => location.assign(portal),
    },
  }),
  { input: { language, ...takeStored(window) } },
).start();

window.addEventListener('popstate', () => actor.send({ type: 'route.opened', route: routeIn(window) }));
const root = document.getElementById('root');
if (root) createRoot(root).render(<App actor={actor} />);
