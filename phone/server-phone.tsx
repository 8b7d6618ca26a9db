import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import en from '#i18n/phone.en.json';
import ko from '#i18n/phone.ko.json';
import { phoneMachine } from '#machines/phone/phone.machine.ts';
import { App } from '#phone/app/app.tsx';
import type { PhoneTexts } from '#phone/app/texts.ts';
import type { RenderPhoneScreen } from '#wire/phone-app.ts';

/** The texts by language. The build has parsed them, which the types of the imports do not show. */
const MESSAGES = { ko, en } as unknown as Readonly<Record<'ko' | 'en', PhoneTexts['messages']>>;

/** Renders the first screen of a phone without accounts. The server puts the markup into the page. */
export const renderPhoneScreen: RenderPhoneScreen = (language, brand) => {
  const input = { language, link: '' };
  const { context } = createActor(phoneMachine, { input }).getSnapshot();
  const snapshot = phoneMachine.resolveState({ value: { adding: 'choosing' }, context });
  const actor = createActor(phoneMachine, { input, snapshot });
  const texts = { language, messages: MESSAGES[language] };
  return renderToString(<App actor={actor} viewfinder={null} texts={texts} brand={brand} />);
};
