import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { IntlProvider } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import { DeskView } from '#desk/views/desk.view.tsx';
import { FIND_FIELD } from '#desk/views/find.tsx';
import { Navigation } from '#desk/views/navigation.tsx';
import type { DeskMachine } from '#machines/desk/desk.machine.ts';
import type { DeskLanguage } from '#machines/desk/desk.types.ts';
import { useFocusFallback } from '#src/app/focus-fallback.ts';
import { HeadingListener } from '#src/ui/heading.ts';
import { LanguageSwitcher } from '#src/ui/language-switcher.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Page } from '#src/ui/page.tsx';
import styles from './app.module.css';
import { useDeskText } from './text.ts';
import { TEXTS } from './texts.ts';

type AppProps = { readonly actor: ActorRefFrom<DeskMachine> };

/** A missing key is a build error: it is thrown, not hidden. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/** Whether a key is typed somewhere; into the empty search, `/` is not. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, select, textarea') &&
  !(target instanceof HTMLInputElement && target.name === FIND_FIELD && target.value === '');

/** The key `/` leads to the search from everywhere, but where it is typed or a dialog is open. */
function useFindKey(actor: ActorRefFrom<DeskMachine>): void {
  useEffect(() => {
    function lead(event: KeyboardEvent) {
      if (event.key !== '/' || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>(`input[name="${FIND_FIELD}"]`);
      if (field) field.focus();
      else actor.send({ type: 'place.opened', place: { screen: 'find', userId: '' } });
    }
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, [actor]);
}

/** The frame around every screen. When a step removes the focused control, the title gets the focus. */
function Frame({ actor, language }: AppProps & { readonly language: DeskLanguage }) {
  const text = useDeskText();
  const frame = useRef<HTMLDivElement>(null);
  const [heading, setHeading] = useState('');
  const title = [heading, text('desk.name')].filter(Boolean).join(' · ');
  useFocusFallback(frame);
  useFindKey(actor);
  useEffect(() => {
    document.title = title;
    document.documentElement.lang = language;
  }, [title, language]);

  return (
    <HeadingListener value={setHeading}>
      <Page
        header={
          <>
            <Logo name={text('desk.name')} />
            <LanguageSwitcher
              label={text('desk.language')}
              current={language}
              choose={(chosen) => ({
                value: chosen,
                send: () => actor.send({ type: 'language.chosen', language: chosen }),
              })}
            />
          </>
        }
      >
        <Navigation actor={actor} />
        <div ref={frame} className={styles['screen']}>
          <DeskView actor={actor} />
        </div>
      </Page>
    </HeadingListener>
  );
}

/** The desk in the language of who works at it. */
export function App({ actor }: AppProps) {
  const language = useSelector(actor, ({ context }) => context.language);
  return (
    <IntlProvider locale={language} messages={TEXTS[language]} onError={failOnMissingText}>
      <Frame actor={actor} language={language} />
    </IntlProvider>
  );
}
