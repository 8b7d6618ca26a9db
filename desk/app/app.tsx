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

/** A missing key is a build error: it is thrown, not hidden. */
const failOnMissingText = (error: Error) => {
  throw error;
};

const isSearch = (field: EventTarget): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.name === FIND_FIELD;

/** Whether the next letter replaces all that a field holds. */
const isReplacedWhole = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length;

/** Whether a key is typed somewhere; where a new search begins, `/` is not. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, select, textarea') &&
  !(isSearch(target) && isReplacedWhole(target));

/** The key `/` leads to the search from everywhere, but where it is typed or a dialog is open. */
function useFindKey(actor: ActorRefFrom<DeskMachine>): void {
  useEffect(() => {
    function lead(event: KeyboardEvent) {
      if (event.key !== '/' || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>(`input[name="${FIND_FIELD}"]`);
      if (field) field.select();
      else actor.send({ type: 'place.opened', place: { screen: 'find', userId: '' } });
    }
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, [actor]);
}

function Frame({ actor, language }: AppProps & { readonly language: DeskLanguage }) {
  const text = useDeskText();
  useFindKey(actor);
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

/** The desk in the language of who works at it. */
export function App({ actor }: AppProps) {
  const language = useSelector(actor, ({ context }) => context.language);
  return (
    <IntlProvider locale={language} messages={TEXTS[language]} onError={failOnMissingText}>
      <Frame actor={actor} language={language} />
    </IntlProvider>
  );
}
