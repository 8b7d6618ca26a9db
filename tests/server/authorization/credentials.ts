import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { codeIn } from '#tests/server/methods/steps.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import {
  finishIdentityCheck,
  requestAccessToken,
  tokenOf,
  verifyPerson,
} from '#tests/support/server/identity.ts';
import { openLink, sendPasswordLink } from '#tests/support/server/passwords.ts';
import { proveFirstStep } from '#tests/support/server/second-step.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { registerAppOf, type Service } from '#tests/support/server/varied-services.ts';
import type { Stage } from './stage.ts';

/** A browser in a state, with all that its page holds. */
export type Held = {
  readonly browser: Browser;
  readonly userId: string;
  readonly clientId: string;
  readonly policyId: string;
  /** The token that the page would send, as `Authorization` and as `Auth`. */
  readonly token: string;
  readonly secondToken: string;
  readonly pushId: string;
  readonly qrId: string;
  readonly ak: string;
};

export const NOTHING = {
  policyId: 'none',
  token: 'invented',
  secondToken: 'invented',
  pushId: 'none',
  qrId: 'none',
  ak: 'none',
};

const PASSWORD = '-1';

/** A card without an owner. */
export const CARD = SPARE_CARDS[0].serial;

export async function named(stage: Stage, clientId: Service, kind?: 'bare' | 'fresh'): Promise<Held> {
  const userId = await stage.newPerson(kind);
  const browser = stage.server.browser();
  const { json } = await checkPolicy(browser, userId, clientId);
  return { ...NOTHING, browser, userId, clientId, policyId: String(json['policyId']) };
}

export const again = (held: Held, selfAuthFlag: 'N' | 'Y') =>
  held.browser.call('POST', '/login/password', {
    body: {
      userId: held.userId,
      userPassword: SEED_PASSWORD,
      clientId: held.clientId,
      selfAuthFlag,
      policyId: held.policyId,
    },
  });

export async function signedIn(stage: Stage, clientId: Service, kind?: 'fresh'): Promise<Held> {
  const held = await named(stage, clientId, kind);
  const { json } = await authenticate(held.browser, held.userId, {
    clientId,
    policyId: held.policyId,
    tokenCode: PASSWORD,
  });
  return { ...held, token: String(json['accessToken'] ?? '') };
}

export async function verified(held: Held): Promise<Held> {
  await verifyPerson(
    held.browser,
    held.userId,
    `${held.userId}@mail.example`,
    { type: 'inmail' },
    held.clientId,
  );
  return { ...held, token: tokenOf(await requestAccessToken(held.browser, held.userId, held.clientId)) };
}

export async function checked(
  { server }: Stage,
  held: Held,
  channel: 'sms' | 'inmail' = 'inmail',
): Promise<Held> {
  const { browser, userId, clientId, token } = held;
  await browser.call('POST', `/auth/oauth2/send/${channel}`, {
    body: { userId, clientId, content: '' },
    headers: { Authorization: `Bearer ${token}` },
  });
  const tokenCode = channel === 'sms' ? '1' : '2';
  const code = codeIn(server, userId, channel);
  const passed = await finishIdentityCheck(browser, userId, token, tokenCode, code, clientId);
  if (passed.status !== 200) throw new Error(passed.text);
  return held;
}

export async function linked(stage: Stage, kind: PasswordLinkKind): Promise<Held> {
  const userId = await stage.newPerson(kind === 'create' ? 'bare' : 'person');
  const browser = stage.server.browser();
  const ak = await sendPasswordLink(stage.server, userId, kind, 'plain');
  await openLink(browser, userId, ak, 'plain');
  return { ...NOTHING, browser, userId, clientId: 'plain', ak };
}

/** The same with a push that was sent now. */
export async function pushed({ server }: Stage, held: Held): Promise<Held> {
  const { browser, userId, clientId } = held;
  await registerAppOf(server, userId);
  const { status, text, json } = await browser.call(
    'POST',
    `/mobileapp/push/${userId}?clientId=${clientId}&ip=`,
    { body: { userId, clientId, content: '' }, headers: headersOf(held) },
  );
  if (status !== 200) throw new Error(text);
  return { ...held, pushId: String(json['pushId']) };
}

export async function halfwayHeld(stage: Stage): Promise<Held> {
  const userId = await stage.newPerson();
  const done = await proveFirstStep(stage.server.browser(), userId, 'stepped');
  return { ...NOTHING, ...done, token: done.accessToken };
}

/** The same after as many minutes, and when the page has come back to it. */
export async function later({ server }: Stage, minutes: number, held: Held): Promise<Held> {
  server.wait(minutes * 60_000);
  await held.browser.call('GET', '/summary/auth');
  return held;
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const headersOf = ({ token, secondToken }: Held) => ({
  ...bearer(token),
  Auth: `Bearer ${secondToken === 'invented' ? token : secondToken}`,
});
