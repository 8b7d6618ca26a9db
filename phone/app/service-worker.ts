import { APP_PATH, WORKER_PATH } from '#wire/phone-app.ts';

/** Of Trusted Types, what the app needs: the one address of a script that the policy lets through. */
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

/** The name that the content security policy of the app allows. */
const POLICY = 'munjigi-app';

const onlyWorker = (url: string): string => {
  if (url !== WORKER_PATH) throw new TypeError(`${url} is not the script of the app's worker`);
  return url;
};

/** Has the browser keep the app, so that it opens without a network. Without service workers it needs one. */
export async function keepApp({ navigator, trustedTypes }: Window): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: onlyWorker });
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH, {
    scope: APP_PATH,
  });
}
