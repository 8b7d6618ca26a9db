import type { Branding } from './runtime-config.ts';

/** The path of the web app. */
export const APP_PATH = '/app/';

/** The path of the service worker of the web app. */
export const WORKER_PATH = '/app/worker.js';

/** The path of the web app manifest. */
export const MANIFEST_PATH = '/app/app.webmanifest';

/** Id of the inert JSON block in the page of the web app that contains the {@link PhoneBrand}. */
export const PHONE_BRAND_ELEMENT = 'munjigi-app-brand';

/** Name and logo of the portal in the web app. */
export type PhoneBrand = Pick<Branding, 'name' | 'logo'>;

/**
 * Name of the built file with which the server renders the first screen of the web app. Browsers do not load the file.
 */
export const SERVER_PHONE_FILE = 'server-phone.mjs';

/** Renders the first screen of the web app on a phone without accounts, as markup. */
export type RenderPhoneScreen = (language: 'ko' | 'en', brand: PhoneBrand) => string;

/** Id of the `template` element with the markup of the first screen in the page of the web app. */
export const FIRST_SCREEN_ELEMENT = 'munjigi-app-first';

/**
 * Key in `localStorage` that is set while the phone has accounts. Unlike the app's database, it can be read at once
 * when the page opens.
 */
export const HAS_ACCOUNTS_KEY = 'munjigi-app-accounts';
