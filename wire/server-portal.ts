import type { InitialData } from './initial-data.ts';
import type { Branding, RuntimeConfigBlock } from './runtime-config.ts';

/** Name of the built file with which the server renders screens of the portal. */
export const SERVER_PORTAL_FILE = 'server-portal.mjs';

/** The values that the first screen depends on. */
export type FirstScreenInput = {
  readonly language: 'ko' | 'en';
  readonly branding: Branding;
  readonly initialData: InitialData | null;
};

/** Renders the markup of the ID entry for the element `root`. */
export type RenderFirstScreen = (input: FirstScreenInput) => string;

/** A delayed event of an actor, as a part of a stored screen. */
export type Timer = {
  /** Ids of the actors from the portal's actor down to the actor that receives the event. */
  readonly path: readonly string[];
  readonly id: string;
  readonly event: { readonly type: string };
  /** Epoch milliseconds. */
  readonly dueAt: number;
};

/** A stored screen. A page or a posted form continues from this screen (rule 233). */
export type StoredScreen = {
  /** The key that the forms of the screen contain. */
  readonly key: string;
  /** Hash of the posted form whose result is this screen; empty when no form was posted. */
  readonly postedForm: string;
  /** Id of the portal's build that rendered the screen. */
  readonly build: string;
  /** Path and query of the screen. */
  readonly address: string;
  /** The persisted snapshot of the portal's machine. Of the configuration, it contains only the initial data. */
  readonly snapshot: unknown;
  readonly timers: readonly Timer[];
  /** Address outside the portal to which the browser was sent; null while the portal shows a screen. */
  readonly leftTo: string | null;
  /** The ID that was typed when a button of another form, such as the language switcher, was pressed; empty for none. */
  readonly typedId: string;
};

/** A call that the page makes. */
export type PageCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with percent-encoded values. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
};

/** The answer to a call that the page makes. */
export type PageCallAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Empty when the answer has no body. */
  readonly body: string;
};

/** Sends a call. The promise rejects when no answer is received or the call is aborted. */
export type SendCall = (call: PageCall) => Promise<PageCallAnswer>;

/** A page request for which the server runs the portal instead of the page's script. */
export type PageRequest = {
  readonly origin: string;
  /** Id of the running build of the portal. A stored screen of another build is not continued: states may have other names. */
  readonly build: string;
  /** Path and query of the request. */
  readonly address: string;
  readonly language: 'ko' | 'en';
  /** Returns the configuration; without initial data when the stored screen contains them. */
  readonly config: (hasInitialData: boolean) => Promise<RuntimeConfigBlock>;
  /** The stored screen of the session; null when the session has no stored screen. */
  readonly stored: StoredScreen | null;
  /** The fields of the posted form; null when no form was posted. */
  readonly form: URLSearchParams | null;
  /** Whether to render the screen. Otherwise the server redirects to the address of the screen. */
  readonly rendersScreen: boolean;
  /** Makes the calls of the portal inside the server process. */
  readonly send: SendCall;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
  /** Returns a new key for forms. */
  readonly newKey: () => string;
};

/** The result of a page request. */
export type PageResult = {
  readonly screen: StoredScreen;
  readonly language: 'ko' | 'en';
  /** The document title; empty when the markup is empty. */
  readonly title: string;
  /** Markup of the element `root`; empty when nothing was rendered or the browser was sent to an address outside the portal. */
  readonly markup: string;
  /** Brand colours of the screen; undefined for the default colours. */
  readonly colors: Branding['colors'];
  /** Seconds after which the page has to reload; null when it waits for the person. */
  readonly refreshSeconds: number | null;
};

/** Runs the portal for one page request. */
export type RunPortal = (request: PageRequest) => Promise<PageResult>;

/** Name of the form field with the event of the pressed button. */
export const EVENT_FIELD = 'event';

/** Name of the form field with the event of a form that is submitted with Enter or with the submit button. */
export const SUBMIT_FIELD = 'submit-event';

/** Name of the form field with the form key of the page. */
export const FORM_KEY_FIELD = 'key';

/** Placeholder in the markup that the server replaces by the form key. */
export const FORM_KEY_PLACEHOLDER = '{form-key}';

/** Id of the style element with the brand's colours, used until the script sets them. */
export const BRAND_STYLE_ELEMENT = 'munjigi-brand';

/** Id of the inert JSON block with the stored screen. */
export const SCREEN_ELEMENT = 'munjigi-screen';

/** Message of the page when a file of the portal, such as the texts, could not be loaded. */
export const START_FAILURE = {
  ko: '화면을 불러오지 못했어요. 연결을 확인한 뒤 새로 고쳐 주세요.',
  en: 'The page could not be loaded. Check your connection and reload.',
} as const;

/** Title of the page until the first screen sets a title (rule 36). */
export const START_TITLE = { ko: '인증 포털', en: 'Auth Portal' } as const;

/** Label of the button that reloads the page. */
export const RELOAD_LABEL = '새로 고침 · Reload';
