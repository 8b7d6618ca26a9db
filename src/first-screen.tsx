import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import en from '#i18n/en.json';
import ko from '#i18n/ko.json';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { App } from '#src/app/app.tsx';
import { plainInitialData } from '#src/app/initial-data.ts';
import type { MessageLanguage, Messages } from '#src/app/messages.ts';
import type { DrawFirstScreen } from '#wire/first-screen.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';

const ADDRESSES = { request: '/redirect', none: '/login' } as const;
const TEXTS: Readonly<Record<MessageLanguage, unknown>> = { ko, en };

/**
 * The markup of the ID entry as the portal draws it for somebody it does not know yet. The server puts it into the
 * page, so that the ID can be typed before a script has arrived.
 */
export const drawFirstScreen: DrawFirstScreen = ({ language, branding, known }) => {
  const plain = known && plainInitialData(known);
  const portal = createActor(portalMachine, {
    input: {
      config: {
        ...DEFAULT_RUNTIME_CONFIG,
        branding,
        known: plain,
        defaultClient: plain?.client.clientId ?? '',
      },
      locale: language,
      session: NEW_SESSION,
      storedPolicy: null,
      address: plain?.summary ? ADDRESSES.request : ADDRESSES.none,
      origin: '',
      isOnline: true,
      passkeySupport: 'supported',
    },
  });
  const texts = new Map([[language, TEXTS[language] as Messages]]);
  return renderToString(<App portal={portal} texts={texts} />);
};
