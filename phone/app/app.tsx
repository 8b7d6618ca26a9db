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
import { TEXTS } from './texts.ts';

type FrameProps = { readonly actor: ActorRefFrom<PhoneMachine> };

type AppProps = FrameProps & {
  /** Where the camera shows its picture. */
  readonly viewfinder: HTMLVideoElement;
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

/** The app in the language of its person. */
export function App({ actor, viewfinder }: AppProps) {
  const language = useSelector(actor, ({ context }) => context.language);
  return (
    <IntlProvider locale={language} messages={TEXTS[language]} onError={failOnMissingText}>
      <Viewfinder value={viewfinder}>
        <Frame actor={actor} language={language} />
      </Viewfinder>
    </IntlProvider>
  );
}
