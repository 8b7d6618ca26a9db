import type { InitialData } from './initial-data.ts';

/** Values of `type` in the session values of the page: the kind of request or flow (spec section 3, rule 34). */
export const FLOW_TYPES = ['oidc', 'saml', 'user', 'auth', 'authForPW', 'authForLogin'] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

/** Same-origin path or https URL of a logo, or a path or URL for each of the two themes. */
export type LogoPicture = string | { readonly light: string; readonly dark: string };

/** The branding of a service. Colours are written as in CSS; `accentDark` is the accent colour of the dark theme. */
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
  /** `privacy` and `terms`: addresses of the privacy policy and of the terms of use. */
  readonly privacy?: string;
  readonly terms?: string;
};

/** A client service that a person can start from when no request is pending (rule 157). */
export type StartableService = {
  readonly name: { readonly ko: string; readonly en: string };
  readonly url: string;
};

/**
 * An existing login. `clientId` is the service whose policy applies to the management of factors; empty when there is
 * none.
 */
export type PortalLogin = { readonly userId: string; readonly clientId: string };

/**
 * The part of the server's configuration that the page needs. The server writes it as inert JSON into the page, so that
 * the first screen needs no call. The value of a missing field is its value in {@link DEFAULT_RUNTIME_CONFIG}.
 */
export type RuntimeConfig = {
  /** Whether the server runs as SaaS. In SaaS, a missing licence does not disable a tile of the chooser (rule 98). */
  readonly saas: boolean;
  /** The app that people use: the web app at `/app/`, or a native one (rule 237). */
  readonly phoneApp: 'web' | 'native';
  /** Scheme of the link that opens the mobile app (rule 47). */
  readonly appScheme: string;
  /** Value of the query parameter `appName` that shows that the portal runs inside the mobile app (rule 97). */
  readonly appName: string;
  /**
   * Whether a person must choose on the phone the characters of a push and the number of a QR code. The page then
   * explains this (rule 165).
   */
  readonly appAsksMatch: boolean;
  /**
   * Address of the service that returns the public IP address of the browser; empty when no service is configured (rule
   * 10).
   */
  readonly ipUrl: string;
  /**
   * Origin of the window to which /authenticated may post its message; empty for the origin of the portal (rule 49).
   */
  readonly parentOrigin: string;
  /** Key with which the page checks challenge tokens (rule 05). */
  readonly challengeKey: string;
  /** Server clock minus device clock when the page was served, in milliseconds (rule 06). */
  readonly skewMs: number;
  /** Minimum time for which the server stores a session without calls, in milliseconds; 0 when unknown. */
  readonly sessionHeldMs: number;
  /** IANA time zone of the server, in which pages without scripts show times; empty for the time zone of the device. */
  readonly timeZone: string;
  /** Client id of the service whose policy applies when no request is pending (rule 157). */
  readonly defaultClient: string;
  /** Services that the page lists when no request is pending. */
  readonly services: readonly StartableService[];
  readonly branding: Branding;
  /** The language that the service requests; empty when it requests none. The choice of the person takes precedence. */
  readonly askedLanguage: 'ko' | 'en' | '';
  /** The initial data; null when the page has no initial data. */
  readonly known: InitialData | null;
  /**
   * The existing login of this browser, on the start page of the portal (rule 157); null on other pages or without a
   * login.
   */
  readonly login: PortalLogin | null;
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
 * The configuration in the inert JSON that the server writes. It contains the time of the server instead of `skewMs`,
 * which only the page can calculate.
 */
export type RuntimeConfigBlock = Omit<RuntimeConfig, 'skewMs'> & {
  /** Time at which the server sent the page, in epoch milliseconds. */
  readonly serverTime: number;
};
