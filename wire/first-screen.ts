/** The file of the built portal that holds its first screen as markup; it is for servers, not for browsers. */
export const FIRST_SCREEN_FILE = 'first-screen.json';

/** Stands for the operator's name and for the address of the operator's logo in that markup. */
export const BRAND_NAME = '{{brand-name}}';
export const BRAND_LOGO = '/{{brand-logo}}';

/** With the portal's own name, or with the operator's. */
type Named = { readonly own: string; readonly named: string };

/** The markup of the ID entry for the element `root`, by language: with the portal's mark, or the operator's logo. */
export type FirstScreens = Readonly<Record<'ko' | 'en', { readonly plain: Named; readonly withLogo: Named }>>;

/** What stands on the page when the portal's own files could not be fetched, and no text file is there. */
export const START_FAILURE = {
  ko: '화면을 불러오지 못했어요. 연결을 확인한 뒤 새로 고쳐 주세요.',
  en: 'The page could not be loaded. Check your connection and reload.',
} as const;

/** The title of the page until a screen has its own (decision 36). */
export const START_TITLE = { ko: '인증 포털', en: 'Auth Portal' } as const;

/** The name under which the page keeps the button that was pressed last. */
export const PRESSED = 'munjigiPressed';

/** The button that loads the page once more. */
export const RELOAD = '새로 고침 · Reload';
