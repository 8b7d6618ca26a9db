import type { InitialData } from './initial-data.ts';
import type { Branding, RuntimeConfigBlock } from './runtime-config.ts';

/** The file of the built portal that draws its first screen; it is for servers, not for browsers. */
export const SERVER_PORTAL_FILE = 'server-portal.mjs';

/** The values that the first screen depends on. */
export type FirstView = {
  readonly language: 'ko' | 'en';
  readonly branding: Branding;
  readonly known: InitialData | null;
};

/** Writes the markup of the ID entry for the element `root`. */
export type RenderFirstScreen = (view: FirstView) => string;

/** A delayed event of an actor that waits in a screen. */
export type Timer = {
  /** Ids of the actors from the portal to the one that waits. */
  readonly path: readonly string[];
  readonly id: string;
  readonly event: { readonly type: string };
  /** Epoch milliseconds. */
  readonly dueAt: number;
};

/** A screen as its machines stand, from which a page or a later post goes on (decision 233). */
export type StoredScreen = {
  /** The key of the forms on it. */
  readonly key: string;
  /** Hash of the posted form that led to it; empty for none. */
  readonly postedForm: string;
  /** Path and query. */
  readonly address: string;
  /** The persisted snapshot of the portal. */
  readonly snapshot: unknown;
  readonly timers: readonly Timer[];
  /** Where the portal has left to; null while it shows a screen. */
  readonly leftTo: string | null;
  /** The ID as typed when a button beside its form was pressed, such as that of a language; empty for none. */
  readonly typedId: string;
};

/** A visit that the server answers in the place of the script. */
export type Visit = {
  readonly origin: string;
  /** Path and query. */
  readonly address: string;
  readonly language: 'ko' | 'en';
  readonly config: RuntimeConfigBlock;
  /** The screen that the session stores; null for none. */
  readonly stored: StoredScreen | null;
  /** The fields of a posted form; null for a visit without one. */
  readonly form: URLSearchParams | null;
  /** Whether the answer is the screen: else it leads to its address, and nothing is drawn. */
  readonly isShown: boolean;
  /** Makes the portal's calls for the person. */
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A new key for forms. */
  readonly newKey: () => string;
};

export type Visited = {
  readonly screen: StoredScreen;
  readonly language: 'ko' | 'en';
  readonly title: string;
  /** For the element `root`; empty where nothing is shown, or the portal has left. */
  readonly markup: string;
  /** The colours of the screen; undefined for the portal's own. */
  readonly colors: Branding['colors'];
  /** Seconds after which the page asks again by itself; null where it waits for the person. */
  readonly refreshSeconds: number | null;
};

/** Runs the portal for one visit. */
export type VisitPortal = (visit: Visit) => Promise<Visited>;

/** The field that names the event of the button that posted a form. */
export const EVENT_FIELD = 'event';

/** The field that names the event of a form that was posted by Enter or by its own button. */
export const SUBMIT_FIELD = 'submit-event';

/** The field of a posted form that says of which page it is. */
export const FORM_KEY_FIELD = 'key';

/** What the server puts the key of a form in place of. */
export const FORM_KEY_PLACEHOLDER = '{form-key}';

/** The style of a page that holds the colours of the brand until the script sets them. */
export const BRAND_STYLE_ELEMENT = 'munjigi-brand';

/** The element of a page that holds the screen it stands at, as inert JSON. */
export const SCREEN_ELEMENT = 'munjigi-screen';

/** Shown when the portal's own files, texts included, could not be fetched. */
export const START_FAILURE = {
  ko: '화면을 불러오지 못했어요. 연결을 확인한 뒤 새로 고쳐 주세요.',
  en: 'The page could not be loaded. Check your connection and reload.',
} as const;

/** The title of the page until a screen has its own (decision 36). */
export const START_TITLE = { ko: '인증 포털', en: 'Auth Portal' } as const;

/** Label of the button that reloads the page. */
export const RELOAD = '새로 고침 · Reload';
