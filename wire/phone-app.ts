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
