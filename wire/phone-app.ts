/** Where the portal serves the authenticator that is a web app. */
export const APP_PATH = '/app/';

/** The script that keeps the app in the browser. */
export const WORKER_PATH = '/app/worker.js';
