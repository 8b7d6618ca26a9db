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

type FrameProps = { readonly actor: ActorRefFrom<PhoneMachine> };

type AppProps = FrameProps & {
  /** Shows the picture of the camera; null on the server. */
  readonly viewfinder: HTMLVideoElement | null;
  /** Texts of the initial language. */
  readonly texts: PhoneTexts;
  readonly brand: PhoneBrand;
};

/** Makes a missing text fail the tests. */
const failOnMissingText = (error: Error) => {
  throw error;
};

function Frame({
  actor,
  language,
  brand,
}: FrameProps & Pick<AppProps, 'brand'> & { readonly language: PhoneLanguage }) {
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

/** The texts of the chosen language; the previous ones until they are loaded, or when that fails. */
function useTexts(chosen: PhoneLanguage, first: PhoneTexts): PhoneTexts {
  const [texts, setTexts] = useState(first);
  useEffect(() => {
    let isCurrent = true;
    loadTexts(chosen).then(
      (loaded) => isCurrent && setTexts(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  return texts;
}

/** The app in the chosen language. */
export function App({ actor, viewfinder, texts, brand }: AppProps) {
  const chosen = useSelector(actor, ({ context }) => context.language);
  const { language, messages } = useTexts(chosen, texts);
  return (
    <IntlProvider locale={language} messages={messages} onError={failOnMissingText}>
      <Viewfinder value={viewfinder}>
        <Frame actor={actor} language={language} brand={brand} />
      </Viewfinder>
    </IntlProvider>
  );
}
