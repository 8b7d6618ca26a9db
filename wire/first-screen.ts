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

/** The global variable with the button or option that was pressed before the client started. */
export const PRESSED = 'munjigiPressed';

/** The global variable with the policy check that was made before the client started. */
export const EARLY = 'munjigiEarly';

/** The policy check of an ID that was submitted before the client started. */
export type EarlyCheck = {
  /** The client has started and makes its calls itself. */
  over?: true;
  /** The language header and the body of the call. */
  language?: string;
  body?: string;
  answer?: Promise<Response>;
};

/** Label of the button that reloads the page. */
export const RELOAD = '새로 고침 · Reload';
