import type { InitialData } from './initial-data.ts';
import type { Branding, RuntimeConfigBlock } from './runtime-config.ts';

/** File of the server build, which renders screens. */
export const SERVER_PORTAL_FILE = 'server-portal.mjs';

/** The values that the first screen depends on. */
export type FirstView = {
  readonly language: 'ko' | 'en';
  readonly branding: Branding;
  readonly initialData: InitialData | null;
};

/** Renders the markup of the ID entry for the element `root`. */
export type RenderFirstScreen = (view: FirstView) => string;

/** A delayed event of an actor in a stored screen. */
export type Timer = {
  /** Ids of the actors from the portal to the one with the delay. */
  readonly path: readonly string[];
  readonly id: string;
  readonly event: { readonly type: string };
  /** Epoch milliseconds. */
  readonly dueAt: number;
};

/** A stored screen, from which a page or a later form post resumes (rule 233). */
export type StoredScreen = {
  /** The key of the forms on it. */
  readonly key: string;
  /** Hash of the posted form that led to it; empty for none. */
  readonly postedForm: string;
  /** The build of the portal that rendered it. */
  readonly build: string;
  /** Path and query. */
  readonly address: string;
  /** The persisted snapshot of the portal; of its configuration only the initial data. */
  readonly snapshot: unknown;
  readonly timers: readonly Timer[];
  /** The address outside the portal to which the person was sent; null while the portal shows a screen. */
  readonly leftTo: string | null;
  /** The typed ID when a button outside its form was pressed, such as the language switcher; empty for none. */
  readonly typedId: string;
};

/** A call that the page makes. */
export type PageCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With encoded values. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
};

export type PageCallAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Empty when there is none. */
  readonly body: string;
};

/** Sends a call. Rejects when no answer comes, or the call is aborted. */
export type SendCall = (call: PageCall) => Promise<PageCallAnswer>;

/** A page request for which the server runs the portal instead of the page's script. */
export type PageRequest = {
  readonly origin: string;
  /** The build of the portal that runs. A screen of another build is not resumed: its states may have other names. */
  readonly build: string;
  /** Path and query. */
  readonly address: string;
  readonly language: 'ko' | 'en';
  /** The configuration; without initial data for a screen that has its own. */
  readonly config: (hasInitialData: boolean) => Promise<RuntimeConfigBlock>;
  /** The screen that the session stores; null for none. */
  readonly stored: StoredScreen | null;
  /** The fields of a posted form; null for a request without one. */
  readonly form: URLSearchParams | null;
  /** Whether the answer contains the screen; else it redirects to the screen's address, and nothing is rendered. */
  readonly isShown: boolean;
  /** Makes the portal's calls for the person, in the process. */
  readonly send: SendCall;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A new key for forms. */
  readonly newKey: () => string;
};

export type PageResult = {
  readonly screen: StoredScreen;
  readonly language: 'ko' | 'en';
  /** The document title; empty when the markup is empty. */
  readonly title: string;
  /** Markup of the element `root`; empty when nothing is rendered or the person was sent elsewhere. */
  readonly markup: string;
  /** The brand colours of the screen; undefined for the default colours. */
  readonly colors: Branding['colors'];
  /** Seconds after which the page reloads itself; null when it waits for the person. */
  readonly refreshSeconds: number | null;
};

/** Runs the portal for one page request. */
export type RunPortal = (request: PageRequest) => Promise<PageResult>;

/** Form field with the event of the pressed button. */
export const EVENT_FIELD = 'event';

/** Form field with the event of a form submitted by Enter or its submit button. */
export const SUBMIT_FIELD = 'submit-event';

/** Form field with the form key of the page. */
export const FORM_KEY_FIELD = 'key';

/** Placeholder that the server replaces by the form key. */
export const FORM_KEY_PLACEHOLDER = '{form-key}';

/** Id of the style element with the brand's colours, used until the script sets them. */
export const BRAND_STYLE_ELEMENT = 'munjigi-brand';

/** Id of the inert JSON block with the stored screen. */
export const SCREEN_ELEMENT = 'munjigi-screen';

/** Message when a file of the portal, such as its texts, could not be loaded. */
export const START_FAILURE = {
  ko: '화면을 불러오지 못했어요. 연결을 확인한 뒤 새로 고쳐 주세요.',
  en: 'The page could not be loaded. Check your connection and reload.',
} as const;

/** The title of the page before the first screen sets one (rule 36). */
export const START_TITLE = { ko: '인증 포털', en: 'Auth Portal' } as const;

/** Label of the button that reloads the page. */
export const RELOAD = '새로 고침 · Reload';
