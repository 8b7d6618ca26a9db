import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { startPortal } from '#src/app/boot/start-portal.tsx';
import type { MessageKey, MessageLanguage } from '#src/app/messages.ts';
import { writeTrace } from '#tests/support/coverage.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import { callOf, type Responder } from '#tests/support/network.ts';
import { textIn } from '#tests/support/views.tsx';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfigBlock } from '#wire/runtime-config.ts';
import { type Answer, json } from './faults.ts';
import { closeAfterTest, closePages, network } from './open-pages.ts';
import { PASSWORD_ANSWERS, PASSWORD_CALLS } from './password-calls.ts';
import { DEVICES, POLICIES } from './policies.ts';
import { REGISTRATION_ANSWERS, REGISTRATION_CALLS } from './registration-calls.ts';

/** The calls of a login by password, and those of a login by SMS. */
export const CALLS = {
  summary: 'GET /summary/auth',
  config: 'GET /data/sso/config/demo-service',
  policy: 'POST /auth/policy/check',
  gate: 'POST /login/password',
  login: 'POST /authenticate',
  firstOfTwo: 'POST /login/oidc',
  tokens: 'GET /data/sso/authenticator/kim',
  grantSendToken: 'POST /token/access',
  sms: 'POST /auth/oauth2/send/sms',
} as const;

/** The calls of a login by QR code. */
const QR_CALLS = { createQr: 'GET /mobileapp/qr', checkQr: 'GET /data/sso/mobileapp/qr/check/qr-1' } as const;

/** The calls of a login by push. */
export const PUSH_CALLS = {
  requestPush: 'POST /mobileapp/push/kim',
  checkPush: 'GET /data/sso/mobileapp/push/check/push-1',
  withdrawPush: 'DELETE /data/sso/mobileapp/push/push-1',
} as const;

/** The calls that only the second step makes. */
const SECOND_CALLS = {
  checkSecondPush: 'GET /data/mobileapp/push/check/push-1',
  withdrawSecondPush: 'DELETE /data/mobileapp/push/push-1',
  startSecondAssertion: 'POST /auth/oauth2/mfa/check',
  saveDefault: 'POST /data/portal/default',
} as const;

/** The calls of a link that registers the app. */
const PROVISION_CALLS = {
  provision: 'GET /data/check/provision/mobileapp/key-1',
  domain: 'GET /summary/domain/portal',
} as const;

/** The calls that start an assertion in the first step. */
const PASSKEY_CALLS = {
  startAssertion: 'POST /auth/login/oidc',
  startAssertionWithoutId: 'POST /auth/login/fido',
} as const;

/** The calls by which the password screen decides whether it offers to reset the password. */
const RESET_CALLS = {
  security: 'GET /data/sso/setting/password-security',
  account: 'GET /data/sso/accounts/kim',
} as const;

/** The calls that send a code by mail, and the poll of the QR code in the second step. */
const MORE_CALLS = {
  inmail: 'POST /auth/oauth2/send/inmail',
  exmail: 'POST /auth/oauth2/send/exmail',
  checkSecondQr: 'GET /data/mobileapp/qr/check/qr-1',
} as const;

const ALL_CALLS = {
  ...MORE_CALLS,
  ...REGISTRATION_CALLS,
  ...PASSWORD_CALLS,
  ...CALLS,
  ...QR_CALLS,
  ...PUSH_CALLS,
  ...SECOND_CALLS,
  ...PROVISION_CALLS,
  ...PASSKEY_CALLS,
  ...RESET_CALLS,
};
export type AnyCallName = keyof typeof ALL_CALLS;

const REQUEST = {
  status: 200,
  clientId: 'demo-service',
  userId: '',
  redirectUrl: '/oauth2/authorize/request-1',
  isAlreadyAuth: false,
  scopes: ['openid'],
};

const ASSERTION = {
  status: 200,
  assertionRequest: { publicKeyCredentialRequestOptions: { challenge: 'Y2hhbGxlbmdl' } },
};

export type Server = {
  /** The answers of the next calls, by name. */
  readonly answers: Record<AnyCallName, Answer>;
  readonly requests: readonly Request[];
  readonly answer: Responder;
};

/** A server for the person `kim`, with one of the policies. */
export function createServer(kind: keyof typeof POLICIES = 'login'): Server {
  const requests: Request[] = [];
  const server: Server = {
    requests,
    answer: (request) => {
      requests.push(request.clone());
      const requestedCall = callOf(request);
      const [name] = Object.entries(ALL_CALLS).find(([, call]) => call === requestedCall) ?? [];
      if (!name) throw new Error(`The page calls ${requestedCall}, which no test answers`);
      return server.answers[name as AnyCallName]();
    },
    answers: {
      summary: () => json(REQUEST),
      security: () => json({ status: 200, data: [] }),
      account: () => json({ status: 200 }),
      config: () => json({ status: 200, serviceName: '사내 메일', displayContent: '', qrCode: '1' }),
      policy: () => json(POLICIES[kind]),
      gate: () => json({ status: 200 }),
      login: () => json({ status: 200, to: '/oauth2/authorize/request-1', accessToken: 'token-1' }),
      firstOfTwo: () => json({ status: 200, secondToken: 'second-1', accessToken: 'send-1' }),
      tokens: () => json({ status: 200, authenticator: kind === 'registering' ? {} : DEVICES, license: {} }),
      grantSendToken: () => json({ status: 200, accessToken: 'leave-1' }),
      sms: () => json({ status: 200, result: true }),
      createQr: () => json({ status: 200, qrId: 'qr-1', qr: 'munjigi://qr/qr-1' }),
      checkQr: () => json({ status: 200, check: 'A', userId: 'kim' }),
      requestPush: () => json({ status: 200, pushId: 'push-1', period: 60 }),
      checkPush: () => json({ status: 200, check: 'A' }),
      withdrawPush: () => json({ status: 200 }),
      checkSecondPush: () => json({ status: 200, check: 'A' }),
      withdrawSecondPush: () => json({ status: 200 }),
      startSecondAssertion: () => json(ASSERTION),
      saveDefault: () => json({ status: 200 }),
      provision: () =>
        json({ status: 200, akData: 'ak-data', publicKeyModulus: 'modulus', publicKeyExponent: 'AQAB' }),
      domain: () => json({ status: 200, url: 'https://login.example' }),
      startAssertion: () => json(ASSERTION),
      startAssertionWithoutId: () => json(ASSERTION),
      inmail: () => json({ status: 200, result: true }),
      exmail: () => json({ status: 200, result: true }),
      checkSecondQr: () => json({ status: 200, check: 'A', userId: 'kim' }),
      ...PASSWORD_ANSWERS,
      ...REGISTRATION_ANSWERS,
    },
  };
  return server;
}

/** A channel without other tabs: other tests of this process must not receive its messages. */
class SilentChannel {
  readonly addEventListener = () => undefined;
  readonly postMessage = () => undefined;
  readonly close = () => undefined;
}

/** Resolves paths against the address of the page, which Node's Request does not know. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
  }
}

/** Pause between two polls for the phone's answer, in milliseconds (spec section 9). */
const POLL_PAUSE = 1000;

/** Makes the next poll follow immediately: tests check that a poll follows, not when. */
export function shortenPollInterval(): void {
  const wait = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => wait(run, ms === POLL_PAUSE ? 10 : ms));
}

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/** A browser with a passkey of `kim` that accepts every request for a passkey and every creation; its fields suggest none. */
export function givePasskey(): void {
  const credential = {
    type: 'public-key',
    id: 'a2V5',
    rawId: bytes('key'),
    response: {
      authenticatorData: bytes('data'),
      clientDataJSON: bytes('{}'),
      signature: bytes('signature'),
      userHandle: bytes('kim'),
    },
    getClientExtensionResults: () => ({}),
  };
  const attestation = { clientDataJSON: bytes('{}'), attestationObject: bytes('o'), getTransports: () => [] };
  const created = { ...credential, response: attestation };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => false });
  Object.defineProperty(navigator, 'credentials', {
    value: { get: async () => credential, create: async () => created },
    configurable: true,
  });
}

type PageOptions = Partial<RuntimeConfigBlock> & {
  readonly language?: MessageLanguage;
  /** The first screen that a server has put into the page, and its language. */
  readonly firstScreen?: { readonly language: MessageLanguage; readonly markup: string };
};

/** Starts the portal as a browser does, at an address; null reloads the current one. */
export function loadPage(
  address: string | null,
  server: Pick<Server, 'answer'>,
  { language = 'ko', firstScreen, ...config }: PageOptions = {},
) {
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  network.answer((request) => server.answer(request));
  Object.defineProperty(navigator, 'languages', { value: [language], configurable: true });
  if (address === null) closePages();
  else window.history.pushState(null, '', address);
  const root = document.createElement('div');
  root.id = 'root';
  const block = document.createElement('script');
  block.id = 'munjigi-config';
  block.type = 'application/json';
  block.textContent = JSON.stringify({ ...DEFAULT_RUNTIME_CONFIG, ...config });
  document.body.replaceChildren(root, block);
  if (firstScreen) {
    document.documentElement.lang = firstScreen.language;
    root.innerHTML = firstScreen.markup;
  }
  closeAfterTest(
    startPortal(window, { inspect: createRecorder((trace) => writeTrace('walk', trace)).inspect }),
  );
  const text = textIn(language);
  const user = userEvent.setup({ delay: null });
  const passwordField = () => screen.findByLabelText<HTMLInputElement>(text('password.label'));
  return {
    text,
    user,
    /** Waits for the screen with this heading, which is also the title of the tab (rule 36). */
    waitForScreen: async (key: MessageKey, values = {}) => {
      const heading = await screen.findByRole('heading', { level: 1, name: text(key, values) });
      await waitFor(() => expect(document.title.split(' · ')[0]).toBe(heading.textContent));
      return heading;
    },

    chooseSms: async () => user.click(await screen.findByRole('button', { name: text('title.method.1') })),
    send: async () => user.click(await screen.findByRole('button', { name: text('otp.send') })),
    enterCode: async (code = '123456') =>
      user.type(await screen.findByRole('textbox', { name: text('code.label') }), `${code}{Enter}`),
    press: async (key: MessageKey) => user.click(await screen.findByRole('button', { name: text(key) })),
    enterId: async (userId = 'kim') => {
      const field = await screen.findByRole<HTMLInputElement>('textbox', { name: text('identity.label') });
      await user.clear(field);
      await user.type(field, `${userId}{Enter}`);
    },
    passwordField,
    enterPassword: async (password = 'secret') => {
      const field = await passwordField();
      await user.clear(field);
      await user.type(field, `${password}{Enter}`);
    },
    address: () => window.location.pathname + window.location.search,
  };
}

export type LoadedPage = ReturnType<typeof loadPage>;
