import { APP_PATH, WORKER_PATH } from '#wire/phone-app.ts';

/** The part of the Trusted Types API that the app uses. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
};

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/** The name of the Trusted Types policy, which the content security policy of the app allows. */
const POLICY_NAME = 'munjigi-app';

/** @throws TypeError when the URL is not the URL of the service worker */
const checkWorkerUrl = (url: string): string => {
  if (url !== WORKER_PATH) throw new TypeError(`${url} is not the script of the app's worker`);
  return url;
};

/** Registers the service worker, which caches the app for use without a network. */
export async function registerServiceWorker({ navigator, trustedTypes }: Window): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const policy = trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: checkWorkerUrl });
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH, {
    scope: APP_PATH,
  });
}
