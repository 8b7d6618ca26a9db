import type { Branding } from './runtime-config.ts';

/** The path of the web app. */
export const APP_PATH = '/app/';

/** The service worker of the web app. */
export const WORKER_PATH = '/app/worker.js';

/** The web app manifest. */
export const MANIFEST_PATH = '/app/app.webmanifest';

/** Id of the inert JSON block in the page of the app that contains its {@link PhoneBrand}. */
export const PHONE_BRAND_ELEMENT = 'munjigi-app-brand';

/** Name and logo of the portal in the web app. */
export type PhoneBrand = Pick<Branding, 'name' | 'logo'>;

/** The file of the built app that renders its first screen; it is for servers, not for browsers. */
export const SERVER_PHONE_FILE = 'server-phone.mjs';

/** Renders the markup of the first screen of a phone without accounts. */
export type RenderPhoneScreen = (language: 'ko' | 'en', brand: PhoneBrand) => string;

/** Id of the template with the markup of the first screen, in the page of the app. */
export const FIRST_SCREEN_ELEMENT = 'munjigi-app-first';

/** Key in `localStorage`, set while the phone has accounts: it can be read before the database is open. */
export const HAS_ACCOUNTS_KEY = 'munjigi-app-accounts';
