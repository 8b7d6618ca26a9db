import type { InitialData } from './initial-data.ts';
import type { Branding } from './runtime-config.ts';

/** The file of the built portal that draws its first screen; it is for servers, not for browsers. */
export const FIRST_SCREEN_FILE = 'first-screen.mjs';

/** The values that the first screen depends on. */
export type FirstView = {
  readonly language: 'ko' | 'en';
  readonly branding: Branding;
  readonly known: InitialData | null;
};

/** Writes the markup of the ID entry for the element `root`. */
export type DrawFirstScreen = (view: FirstView) => string;

/** Shown when the portal's own files, texts included, could not be fetched. */
export const START_FAILURE = {
  ko: '화면을 불러오지 못했어요. 연결을 확인한 뒤 새로 고쳐 주세요.',
  en: 'The page could not be loaded. Check your connection and reload.',
} as const;

/** The title of the page until a screen has its own (decision 36). */
export const START_TITLE = { ko: '인증 포털', en: 'Auth Portal' } as const;

/** The name under which the page keeps the button or the choice that was pressed last. */
export const PRESSED = 'munjigiPressed';

/** The name under which the page keeps the policy check that it has made before the portal's client was there. */
export const EARLY = 'munjigiEarly';

/** The policy check of an ID that was sent before the portal could. */
export type EarlyCheck = {
  /** The client is there, and makes its calls itself. */
  over?: true;
  /** Value of the header, and the text of the body, that it was made with. */
  language?: string;
  body?: string;
  answer?: Promise<Response>;
};

/** The button that loads the page once more. */
export const RELOAD = '새로 고침 · Reload';
