import type { InitialData } from './initial-data.ts';

/** Values of a session's `type` (spec section 3, rule 34). */
export const FLOW_TYPES = ['oidc', 'saml', 'user', 'auth', 'authForPW', 'authForLogin'] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

/** Same-origin path or https URL of the logo: one for both themes, or one for each. */
export type LogoPicture = string | { readonly light: string; readonly dark: string };

/** The branding of a service. Colours are CSS colours. */
export type ServiceBranding = {
  readonly logo?: LogoPicture;
  readonly colors?: { readonly accent?: string; readonly accentDark?: string };
};

/** The branding of the operator. */
export type Branding = ServiceBranding & {
  readonly name?: { readonly ko: string; readonly en: string };
  /** The brandings of services, by client id. */
  readonly services?: Readonly<Record<string, ServiceBranding>>;
  /** Address of a help page. */
  readonly help?: string;
  /** Contact details, such as a telephone number or an address. */
  readonly contact?: { readonly ko: string; readonly en: string };
  readonly privacy?: string;
  readonly terms?: string;
};

/** A client service that a person can start from when no request is pending (rule 157). */
export type StartableService = {
  readonly name: { readonly ko: string; readonly en: string };
  readonly url: string;
};

/** An existing login. `clientId`: the service whose policy applies to managing methods; empty for none. */
export type OwnLogin = { readonly userId: string; readonly clientId: string };

/**
 * The part of the server's configuration that the page needs, as inert JSON in the page, so that the first screen
 * needs no call. A missing field has its value of {@link DEFAULT_RUNTIME_CONFIG}.
 */
export type RuntimeConfig = {
  /** Whether the server runs as SaaS, where licence checks block no tile (rule 98). */
  readonly saas: boolean;
  /** The app that people use: the web app at `/app/`, or a native one (rule 237). */
  readonly phoneApp: 'web' | 'native';
  /** Scheme of the link that opens the mobile app (rule 47). */
  readonly appScheme: string;
  /** Value of the `appName` query by which the portal knows that it runs inside the app (rule 97). */
  readonly appName: string;
  /** Whether the app requires the group of a push and the number of a QR code; the page then explains this (rule 165). */
  readonly appAsksMatch: boolean;
  /** Address of the public-IP service; empty when there is none (rule 10). */
  readonly ipUrl: string;
  /** Origin that /authenticated may post to; empty means the portal's own (rule 49). */
  readonly parentOrigin: string;
  /** Key of the challenge check (rule 05). */
  readonly challengeKey: string;
  /** Server clock minus device clock when the page was served, in milliseconds (rule 06). */
  readonly skewMs: number;
  /** Minimum time that the server keeps an unused session, in milliseconds; 0 when unknown. */
  readonly sessionHeldMs: number;
  /** IANA time zone of the server, for times of day in pages without scripts; empty for that of the device. */
  readonly timeZone: string;
  /** Client whose policy applies when no request is pending (rule 157). */
  readonly defaultClient: string;
  readonly services: readonly StartableService[];
  readonly branding: Branding;
  /** The language that the service requests; empty for none. The person's own choice takes precedence. */
  readonly askedLanguage: 'ko' | 'en' | '';
  /** Data for the first screen, sent along with the page; null when there is none. */
  readonly known: InitialData | null;
  /** The existing login of this browser, at the portal's own address (rule 157); null for none. */
  readonly login: OwnLogin | null;
};

export const DEFAULT_RUNTIME_CONFIG: RuntimeConfig = {
  saas: false,
  phoneApp: 'native',
  appScheme: 'cubelogin',
  appName: 'cubelogin',
  appAsksMatch: false,
  ipUrl: '',
  parentOrigin: '',
  challengeKey: '',
  skewMs: 0,
  sessionHeldMs: 0,
  timeZone: '',
  defaultClient: '',
  services: [],
  branding: {},
  askedLanguage: '',
  known: null,
  login: null,
};

/**
 * The inert block as a server writes it, with the server's time instead of `skewMs`, which only the page can
 * calculate.
 */
export type RuntimeConfigBlock = Omit<RuntimeConfig, 'skewMs'> & {
  /** Epoch milliseconds at which the page was served. */
  readonly serverTime: number;
};
