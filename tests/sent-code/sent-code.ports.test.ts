import { describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { initialContext } from '#machines/portal/portal.setup.ts';
import { UNREACHABLE } from '#machines/shared/result.ts';
import { sentCodePorts } from '#src/ports/sent-code.ts';
import { receiveSms } from '#src/ports/web-otp.ts';
import { BASE, clientWith } from '#tests/support/client.ts';
import { sessionOf } from '#tests/support/model/portal.ts';
import { policy, SERVICE } from '#tests/support/model/samples.ts';
import { openNetwork } from '#tests/support/network.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import type { TokenCode } from '#wire/token-codes.ts';

const { requests, ...network } = openNetwork();
const AT = 1_700_000_000_000;

/** The ports on a server that answers each path. */
function portsOn(answers: Readonly<Record<string, () => Response>>) {
  for (const [path, answer] of Object.entries(answers)) network.answerTo(`POST ${path}`, answer);
  const session = sessionOf('kim');
  const portal = initialContext({
    config: DEFAULT_RUNTIME_CONFIG,
    locale: 'ko',
    session,
    keptPolicy: { userId: 'kim', clientId: session.flow.clientId, policy: policy(['sms']) },
    address: '/first/auth?type=1',
    origin: BASE,
    isOnline: true,
    passkeySupport: 'supported',
  });
  const ports = sentCodePorts({
    client: clientWith(),
    portal: () => portal,
    now: () => AT,
    purpose: async () => 'Code to sign in',
  });
  const send = (tokenCode: TokenCode) =>
    toPromise(
      createActor(ports.sendCode, {
        input: { userId: 'kim', clientId: 'c', tokenCode, sendToken: 'leave' },
      }).start(),
    );
  const paths = () => requests.map(({ url }) => url.slice(BASE.length));
  return { ports, paths, send };
}

const SMS = '/auth/oauth2/send/sms';
const INMAIL = '/auth/oauth2/send/inmail';
const EXMAIL = '/auth/oauth2/send/exmail';
const lost = () => Response.error();
const sent = () => Response.json({ result: true });
const refused = () => Response.json({ errCode: '012', message: 'no gateway' }, { status: 502 });

describe('a send', () => {
  it.each([
    ['1', [SMS]],
    ['2', [INMAIL]],
    ['3', [EXMAIL]],
    ['4', [SMS, INMAIL]],
    ['5', [SMS, EXMAIL]],
    ['6', [INMAIL, EXMAIL]],
  ] as const)('of the code %s makes the calls %j', async (code, calls) => {
    const { send, paths } = portsOn({ [SMS]: sent, [INMAIL]: sent, [EXMAIL]: sent });
    expect(await send(code)).toEqual({ ok: true, value: { at: AT } });
    expect(paths()).toEqual(calls);
  });

  it.each([
    [{ [SMS]: sent, [INMAIL]: refused }],
    [{ [SMS]: refused, [INMAIL]: sent }],
    [{ [SMS]: lost, [INMAIL]: sent }],
  ])('of a pair has succeeded when one of the two has', async (answers) => {
    const { send, paths } = portsOn(answers);
    expect(await send('4')).toEqual({ ok: true, value: { at: AT } });
    expect(paths()).toEqual([SMS, INMAIL]);
  });

  it('of a pair that fails twice fails as the first did', async () => {
    expect(await portsOn({ [SMS]: refused, [INMAIL]: lost }).send('4')).toMatchObject({
      failure: { code: '012' },
    });
    expect(await portsOn({ [SMS]: lost, [INMAIL]: refused }).send('4')).toEqual({
      ok: false,
      failure: UNREACHABLE,
    });
  });

  it('of a code that is not sent is a fault of the portal', async () => {
    await expect(portsOn({}).send('7')).rejects.toThrow('No channel sends the code 7');
  });
});

describe('a login', () => {
  const logIn = async (boxes: { always: boolean; alwaysSend: boolean }) => {
    const { ports } = portsOn({ '/authenticate': () => Response.json({ to: '/on' }) });
    const input = { userId: 'kim', tokenCode: '1', code: '123456', ...boxes } as const;
    await toPromise(createActor(ports.logIn, { input }).start());
    const [body]: { userPassword: string }[] = await Promise.all(requests.map((request) => request.json()));
    return body?.userPassword.split('|');
  };

  it.each([
    [true, true, 'Y', 'Y'],
    [true, false, 'Y', 'N'],
    [false, true, 'N', 'N'],
    [false, false, 'N', 'N'],
  ])('with the boxes %s and %s says %s and %s', async (always, alwaysSend, fixed, sends) => {
    const parts = await logIn({ always, alwaysSend });
    expect(parts?.slice(0, 5)).toEqual(['123456', SERVICE, '', '1', '1']);
    expect(parts?.slice(8, 10)).toEqual([fixed, sends]);
  });
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
    const receive = (tokenCode: TokenCode) =>
      toPromise(createActor(ports.receiveSms, { input: { tokenCode } }).start());
    expect(await Promise.all((['2', '3', '6'] as const).map(receive))).toEqual([null, null, null]);
    expect(get).not.toHaveBeenCalled();
    expect(await Promise.all((['1', '4', '5'] as const).map(receive))).toEqual(Array(3).fill('271828'));
  });
});
