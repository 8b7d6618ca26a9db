import { describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Channel } from '#machines/shared/methods.ts';
import { sentCodePorts } from '#src/ports/sent-code.ts';
import { receiveSms } from '#src/ports/web-otp.ts';
import { clientWith, PORTAL_ORIGIN } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';
import type { TypeCode } from '#wire/token-codes.ts';

const { requests, ...network } = openNetwork();
const AT = 1_700_000_000_000;

/** The ports on a server that answers each path. */
function portsOn(answers: Readonly<Record<string, () => Response>>) {
  for (const [path, answer] of Object.entries(answers)) network.answerTo(`POST ${path}`, answer);
  const ports = sentCodePorts({
    client: clientWith(),
    ip: () => '',
    now: () => AT,
    purpose: async () => 'Code to sign in',
  });
  const send = (channel: Channel) =>
    toPromise(
      createActor(ports.sendCode, {
        input: { userId: 'kim', clientId: 'c', channel, sendToken: 'send-token' },
      }).start(),
    );
  const paths = () => requests.map(({ url }) => url.slice(PORTAL_ORIGIN.length));
  return { ports, paths, send };
}

it.each([
  ['sms', '/auth/oauth2/send/sms'],
  ['internalMail', '/auth/oauth2/send/inmail'],
  ['privateMail', '/auth/oauth2/send/exmail'],
] as const)('a send by %s makes its call, and tells when its answer came', async (channel, path) => {
  const { send, paths } = portsOn({ [path]: () => Response.json({ result: true }) });
  expect(await send(channel)).toEqual({ ok: true, value: { at: AT } });
  expect(paths()).toEqual([path]);
});

it('a send that is refused is handed back', async () => {
  const refused = () => Response.json({ errCode: '012', message: 'no gateway' }, { status: 502 });
  const { send } = portsOn({ '/auth/oauth2/send/sms': refused });
  expect(await send('sms')).toMatchObject({ failure: { code: '012' } });
});

describe('a code out of an SMS', () => {
  const { signal } = new AbortController();
  const inBrowser = (get: (request: unknown) => Promise<unknown>) => {
    vi.stubGlobal('window', { OTPCredential: class {} });
    vi.stubGlobal('navigator', { credentials: { get } });
  };

  it('is asked of a browser that can read it, until the state is left', async () => {
    const get = vi.fn(async (_: unknown) => ({ code: '271828' }));
    inBrowser(get);
    expect(await receiveSms(signal)).toBe('271828');
    expect(get).toHaveBeenCalledExactlyOnceWith({ otp: { transport: ['sms'] }, signal });
  });

  it.each([
    ['declines', () => Promise.reject(new DOMException('declined', 'AbortError'))],
    ['gives nothing', async () => null],
    ['gives another thing', async () => ({ id: 'x' })],
  ])('is none when the browser %s', async (_name, get) => {
    inBrowser(get);
    expect(await receiveSms(signal)).toBeNull();
  });

  it('is none in a browser that cannot', async () => {
    vi.stubGlobal('window', {});
    expect(await receiveSms(signal)).toBeNull();
  });

  it('is waited for only when one of the codes comes by SMS', async () => {
    const get = vi.fn(async () => ({ code: '271828' }));
    inBrowser(get);
    const { ports } = portsOn({});
    const receive = (tokenCode: TypeCode) =>
      toPromise(createActor(ports.receiveSms, { input: { tokenCode } }).start());
    expect(await Promise.all((['2', '3', '6'] as const).map(receive))).toEqual([null, null, null]);
    expect(get).not.toHaveBeenCalled();
    expect(await Promise.all((['1', '4', '5'] as const).map(receive))).toEqual(Array(3).fill('271828'));
  });
});
