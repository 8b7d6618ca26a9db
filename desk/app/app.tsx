import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import { DeskView } from '#desk/views/desk.view.tsx';
import { FIND_FIELD } from '#desk/views/find.tsx';
import { Navigation } from '#desk/views/navigation.tsx';
import type { DeskMachine } from '#machines/desk/desk.machine.ts';
import type { DeskLanguage } from '#machines/desk/desk.types.ts';
import { AppFrame } from '#src/ui/app-frame.tsx';
import styles from './app.module.css';
import { useDeskText } from './text.ts';
import { TEXTS } from './texts.ts';

type AppProps = { readonly actor: ActorRefFrom<DeskMachine> };

/** Throws the error of a missing text, so that tests fail. */
const failOnMissingText = (error: Error) => {
  throw error;
};

const isSearchField = (field: EventTarget): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.name === FIND_FIELD;

/** Whether the whole text of a field is selected, so that the next key replaces it. */
const isWholeTextSelected = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length;

/** Whether the key `/` is typed into a field. A search field whose whole text is selected is excepted. */
const isTypedIntoField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, select, textarea') &&
  !(isSearchField(target) && isWholeTextSelected(target));

/** Lets the key `/` open the search, except in a field or while a dialog is open. */
function useSearchKey(actor: ActorRefFrom<DeskMachine>): void {
  useEffect(() => {
    function openSearch(event: KeyboardEvent) {
      if (event.key !== '/' || isTypedIntoField(event.target) || document.querySelector('dialog[open]'))
        return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>(`input[name="${FIND_FIELD}"]`);
      if (field) field.select();
      else actor.send({ type: 'route.opened', route: { screen: 'find', userId: '' } });
    }
    document.addEventListener('keydown', openSearch);
    return () => document.removeEventListener('keydown', openSearch);
  }, [actor]);
}

/** The help desk in the frame of the page, with the navigation. */
function Frame({ actor, language }: AppProps & { readonly language: DeskLanguage }) {
  const text = useDeskText();
  useSearchKey(actor);
  return (
    <AppFrame
      name={text('desk.name')}
      language={language}
      languageLabel={text('desk.language')}
      onLanguage={(chosen) => actor.send({ type: 'language.chosen', language: chosen })}
      navigation={<Navigation actor={actor} />}
      className={styles['screen']}
    >
      <DeskView actor={actor} />
    </AppFrame>
  );
}

/** The app of the help desk. */
export function App({ actor }: AppProps) {
  const language = useSelector(actor, ({ context }) => context.language);
  return (
    <IntlProvider locale={language} messages={TEXTS[language]} onError={failOnMissingText}>
      <Frame actor={actor} language={language} />
    </IntlProvider>
  );
}
