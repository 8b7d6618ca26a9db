import type { Branding } from './runtime-config.ts';

/** Where the portal serves the authenticator that is a web app. */
export const APP_PATH = '/app/';

/** The script that keeps the app in the browser. */
export const WORKER_PATH = '/app/worker.js';

/** By which a browser installs the app. */
export const MANIFEST_PATH = '/app/app.webmanifest';

/** Id of the inert JSON block in the page of the app that carries its {@link PhoneBrand}. */
export const PHONE_BRAND_ELEMENT = 'munjigi-app-brand';

/** What the app shows of its portal, besides the colours. */
export type PhoneBrand = Pick<Branding, 'name' | 'logo'>;

/** The file of the built app that renders its first screen; it is for servers, not for browsers. */
export const SERVER_PHONE_FILE = 'server-phone.mjs';

/** Renders the markup of the first screen of a phone without accounts. */
export type RenderPhoneScreen = (language: 'ko' | 'en', brand: PhoneBrand) => string;

/** Id of the template in the page of the app that holds the markup of the first screen. */
export const FIRST_SCREEN_ELEMENT = 'munjigi-app-first';

/** Key in `localStorage`, set while the phone has accounts: it can be read before the database is open. */
export const HAS_ACCOUNTS_KEY = 'munjigi-app-accounts';
