import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import type { PhoneMachine } from '#machines/phone/phone.machine.ts';
import type { PhoneLanguage } from '#machines/phone/phone.types.ts';
import { PhoneView } from '#phone/views/phone.view.tsx';
import { Viewfinder } from '#phone/views/viewfinder.ts';
import { AppFrame } from '#src/ui/app-frame.tsx';
import type { PhoneBrand } from '#wire/phone-app.ts';
import { usePhoneText } from './text.ts';
import { loadTexts, type PhoneTexts } from './texts.ts';

type ActorProps = { readonly actor: ActorRefFrom<PhoneMachine> };

type AppProps = ActorProps & {
  /** The element that shows the picture of the camera; null when the server renders the app. */
  readonly viewfinder: HTMLVideoElement | null;
  /** Texts of the initial language. */
  readonly texts: PhoneTexts;
  readonly brand: PhoneBrand;
};

/** Throws the error of a missing text, so that tests fail. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/** The app in the frame of the page. */
function Frame({
  actor,
  language,
  brand,
}: ActorProps & Pick<AppProps, 'brand'> & { readonly language: PhoneLanguage }) {
  const text = usePhoneText();
  return (
    <AppFrame
      name={brand.name?.[language] ?? text('phone.name')}
      logo={brand.logo}
      language={language}
      languageLabel={text('phone.language')}
      onLanguage={(chosen) => actor.send({ type: 'language.chosen', language: chosen })}
    >
      <PhoneView actor={actor} />
    </AppFrame>
  );
}

/**
 * The texts of the chosen language. The previous texts are used until they are loaded, and if they cannot be loaded.
 */
function useTexts(chosenLanguage: PhoneLanguage, initialTexts: PhoneTexts): PhoneTexts {
  const [texts, setTexts] = useState(initialTexts);
  useEffect(() => {
    let isCurrent = true;
    loadTexts(chosenLanguage).then(
      (loaded) => isCurrent && setTexts(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [chosenLanguage]);
  return texts;
}

/** The authenticator web app, in the chosen language. */
export function App({ actor, viewfinder, texts, brand }: AppProps) {
  const chosenLanguage = useSelector(actor, ({ context }) => context.language);
  const { language, messages } = useTexts(chosenLanguage, texts);
  return (
    <IntlProvider locale={language} messages={messages} onError={failOnMissingText}>
      <Viewfinder value={viewfinder}>
        <Frame actor={actor} language={language} brand={brand} />
      </Viewfinder>
    </IntlProvider>
  );
}
