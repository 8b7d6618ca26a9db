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
