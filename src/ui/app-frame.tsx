import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFocusFallback } from './focus-fallback.ts';
import { HeadingListener } from './heading.ts';
import { LanguageSwitcher } from './language-switcher.tsx';
import { Logo, type LogoProps } from './logo.tsx';
import { Page } from './page.tsx';

type Language = 'ko' | 'en';

type Props = {
  /** The name of the app. */
  readonly name: string;
  readonly logo?: LogoProps['src'];
  readonly language: Language;
  readonly languageLabel: string;
  readonly onLanguage: (language: Language) => void;
  /** Content above every screen. */
  readonly navigation?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/**
 * The frame around every screen of the help desk and of the authenticator on the phone. When the focused control
 * disappears, the heading gets the focus.
 */
export function AppFrame({
  name,
  logo,
  language,
  languageLabel,
  onLanguage,
  navigation,
  className,
  children,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [heading, setHeading] = useState('');
  const title = [heading, name].filter(Boolean).join(' · ');
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
            <Logo name={name} src={logo} />
            <LanguageSwitcher
              label={languageLabel}
              current={language}
              chooseEvent={(newLanguage) => ({ value: newLanguage, send: () => onLanguage(newLanguage) })}
            />
          </>
        }
      >
        {navigation}
        <div ref={frame} className={className}>
          {children}
        </div>
      </Page>
    </HeadingListener>
  );
}
