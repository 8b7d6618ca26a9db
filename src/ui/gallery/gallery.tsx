import { useEffect, useState } from 'react';
import { Banner } from '#src/ui/banner.tsx';
import { Card } from '#src/ui/card.tsx';
import { CONTROL_PAGES } from '#src/ui/gallery/controls.tsx';
import { type GalleryPageProps, type GalleryPages, pickTextIn } from '#src/ui/gallery/gallery-page.ts';
import { SCREEN_PAGES } from '#src/ui/gallery/screens.tsx';
import { LanguageSwitcher, type SwitcherLanguage } from '#src/ui/language-switcher.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Page } from '#src/ui/page.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

const PAGES: GalleryPages = { ...SCREEN_PAGES, ...CONTROL_PAGES };

interface GalleryProps {
  /** The name of the page; null for the list of pages. */
  readonly page: string | null;
  readonly language: SwitcherLanguage;
}

/** One page of the gallery in the frame of the portal, or the list of all pages. */
export function Gallery({ page, language: initialLanguage }: GalleryProps) {
  const [language, setLanguage] = useState(initialLanguage);
  const pick = pickTextIn(language);
  const CurrentPage = page !== null && Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  return (
    <Page
      banner={
        <Banner tone="warning">
          {page === 'offline' &&
            pick(
              '인터넷에 연결되어 있지 않아요. 아무것도 보내지 않았어요.',
              'You are offline. Nothing was sent.',
            )}
        </Banner>
      }
      header={
        <>
          <Logo name={pick('문지기', 'Munjigi')} href="/gallery.html" />
          <LanguageSwitcher
            label={pick('언어', 'Language')}
            current={language}
            chooseEvent={(newLanguage) => ({ value: newLanguage, send: () => setLanguage(newLanguage) })}
          />
        </>
      }
      footer={pick('이 페이지는 디자인 점검용이에요.', 'This page shows the design system.')}
    >
      {CurrentPage === undefined ? <PageList pick={pick} /> : <CurrentPage pick={pick} />}
    </Page>
  );
}

function PageList({ pick }: GalleryPageProps) {
  return (
    <Card title={pick('디자인 시스템', 'Design system')}>
      <nav>
        <ul>
          {Object.keys(PAGES).map((name) => (
            <li key={name}>
              <TextLink href={`/gallery.html?page=${name}`}>{name}</TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  );
}
