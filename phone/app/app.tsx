import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { IntlProvider } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import type { PhoneMachine } from '#machines/phone/phone.machine.ts';
import type { PhoneLanguage } from '#machines/phone/phone.types.ts';
import { PhoneView } from '#phone/views/phone.view.tsx';
import { Viewfinder } from '#phone/views/viewfinder.ts';
import { useFocusFallback } from '#src/app/focus-fallback.ts';
import { HeadingListener } from '#src/ui/heading.ts';
import { LanguageSwitcher } from '#src/ui/language-switcher.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Page } from '#src/ui/page.tsx';
import { usePhoneText } from './text.ts';
import { loadTexts, type PhoneTexts } from './texts.ts';

type FrameProps = { readonly actor: ActorRefFrom<PhoneMachine> };

type AppProps = FrameProps & {
  /** Where the camera shows its picture. */
  readonly viewfinder: HTMLVideoElement;
  /** Those of the language in which it begins. */
  readonly texts: PhoneTexts;
};

/** A missing key is a build error: it is thrown, not hidden. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/** The frame around every screen. When a step removes the focused control, the title gets the focus. */
function Frame({ actor, language }: FrameProps & { readonly language: PhoneLanguage }) {
  const text = usePhoneText();
  const frame = useRef<HTMLDivElement>(null);
  const [heading, setHeading] = useState('');
  const title = [heading, text('phone.name')].filter(Boolean).join(' · ');
  useFocusFallback(frame);
  useEffect(() => {
    document.title = title;
    document.documentElement.lang = language;
  }, [title, language]);

  return (
    <HeadingListener value={setHeading}>
      <Page
        header={
          <>
            <Logo name={text('phone.name')} />
            <LanguageSwitcher
              label={text('phone.language')}
              current={language}
              choose={(chosen) => ({
                value: chosen,
                send: () => actor.send({ type: 'language.chosen', language: chosen }),
              })}
            />
          </>
        }
      >
        <div ref={frame}>
          <PhoneView actor={actor} />
        </div>
      </Page>
    </HeadingListener>
  );
}

/** The texts of the chosen language; until they are there, and where they cannot be loaded, those shown before. */
function useTexts(chosen: PhoneLanguage, first: PhoneTexts): PhoneTexts {
  const [texts, setTexts] = useState(first);
  useEffect(() => {
    let isWanted = true;
    loadTexts(chosen).then(
      (loaded) => isWanted && setTexts(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [chosen]);
  return texts;
}

/** The app in the language of its person. */
export function App({ actor, viewfinder, texts }: AppProps) {
  const chosen = useSelector(actor, ({ context }) => context.language);
  const { language, messages } = useTexts(chosen, texts);
  return (
    <IntlProvider locale={language} messages={messages} onError={failOnMissingText}>
      <Viewfinder value={viewfinder}>
        <Frame actor={actor} language={language} />
      </Viewfinder>
    </IntlProvider>
  );
}
