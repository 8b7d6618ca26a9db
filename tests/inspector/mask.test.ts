import { describe, expect, test } from 'vitest';
import { isSecretKey, mask } from '#src/inspector/mask.ts';

type CaseFile = {
  readonly cases: {
    readonly events: readonly { readonly type: string }[];
    readonly answers: Readonly<Record<string, readonly unknown[]>>;
    readonly secrets?: readonly string[];
  };
};

const files = import.meta.glob<CaseFile>('/cases/*/*.cases.ts', { eager: true });
const flows = Object.entries(files).map(
  ([path, { cases }]) => [path.replace(/^.*\/|\.cases\.ts$/g, ''), cases] as const,
);

const shown = (value: unknown): string => JSON.stringify(mask(value));

/** Secret values in the answers of all ports; the other values are no secrets. */
const ANSWER_SECRETS = ['send-token', '271828', 'access-token'];

describe('the masked events of the flows', () => {
  test('exist, and some have secrets', () => {
    expect(flows.length).toBeGreaterThan(15);
    expect(flows.flatMap(([, { secrets = [] }]) => secrets).length).toBeGreaterThan(4);
  });

  test.each(flows)('of %s show no secret of its cases', (_, { events, answers, secrets = [] }) => {
    const done = Object.entries(answers).flatMap(([port, outputs]) =>
      outputs.map((output) => ({ type: `xstate.done.actor.${port}`, output, actorId: port })),
    );
    const text = [...events, ...done].map(shown).join('\n');
    for (const secret of [...secrets, ...ANSWER_SECRETS]) expect(text).not.toContain(secret);
  });
});

describe('the value of the key', () => {
  test.each([
    'password',
    'newPassword',
    'code',
    'smsCode',
    'otp',
    'idOtp',
    'token',
    'accessToken',
    'secondToken',
    'answers',
    'challengeKey',
    'publicKeyModulus',
    'akData',
    'ak',
    'secret',
    'assertion',
    'userHandle',
    'client_secret',
    'SET-COOKIE',
  ])('%s is hidden', (key) => {
    expect(isSecretKey(key)).toBe(true);
    expect(mask({ [key]: 'hunter2' })).toEqual({ [key]: '‹hidden text›' });
  });

  test.each([
    'userId',
    'passkeySupport',
    'tokenCode',
    'errCode',
    'reason',
    'address',
    'storedPolicy',
    'encoded',
  ])('%s is shown', (key) => {
    expect(isSecretKey(key)).toBe(false);
    expect(mask({ [key]: 'plain' })).toEqual({ [key]: 'plain' });
  });
});

describe('hidden values', () => {
  test('show whether there is a value, but not its length', () => {
    expect(mask({ password: 'a' })).toEqual(mask({ password: 'a'.repeat(80) }));
    expect(mask({ password: '', token: null, code: 493_817, hasOtp: true, otp: false })).toEqual({
      password: '',
      token: null,
      code: '‹hidden number›',
      hasOtp: true,
      otp: false,
    });
  });

  test('include nested values', () => {
    expect(mask({ credential: { id: 'abc', parts: ['x', { at: 7, isNew: true }] } })).toEqual({
      credential: {
        id: '‹hidden text›',
        parts: ['‹hidden text›', { at: '‹hidden number›', isNew: true }],
      },
    });
  });

  test('include a text without a meaningful key', () => {
    expect(mask('271828')).toBe('‹hidden text›');
    expect(mask({ output: '271828' })).toEqual({ output: '‹hidden text›' });
    expect(mask({ output: { ok: true, value: 'send-token' } })).toEqual({
      output: { ok: true, value: '‹hidden text›' },
    });
    expect(mask({ output: { userId: 'kim' } })).toEqual({ output: { userId: 'kim' } });
  });

  test('include secrets in an address, and JSON Web Tokens anywhere', () => {
    expect(mask({ to: 'https://a.example/cb?state=7&code=SplxlO&id_token=abc#access_token=x' })).toEqual({
      to: 'https://a.example/cb?state=7&code=‹hidden text›&id_token=‹hidden text›#access_token=‹hidden text›',
    });
    expect(mask({ address: '/provisioning?ak=4f7d&type=pw' })).toEqual({
      address: '/provisioning?ak=‹hidden text›&type=pw',
    });
    expect(mask({ note: 'got eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl today' })).toEqual({
      note: 'got ‹hidden text› today',
    });
  });
});

describe('visible values', () => {
  test('include the codes of errors, methods and tokens', () => {
    const refusal = { kind: 'rejected', status: 400, code: '001_1', message: '' };
    expect(mask({ failure: refusal })).toEqual({ failure: refusal });
    expect(mask({ route: { screen: 'method', code: 'sms' } })).toEqual({
      route: { screen: 'method', code: 'sms' },
    });
    expect(mask({ type: 'token.switch', code: '10' })).toEqual({ type: 'token.switch', code: '10' });
    expect(mask({ secret: refusal })).not.toEqual({ secret: refusal });
  });

  test('have placeholders for values that are not plain data, and for circular references', () => {
    const circle: Record<string, unknown> = { name: 'a' };
    circle['self'] = circle;
    expect(
      mask({ circle, at: new Date(0), run: () => undefined, error: new TypeError('no ?code=7') }),
    ).toEqual({
      circle: { name: 'a', self: '‹…›' },
      at: '‹Date›',
      run: '‹function›',
      error: 'TypeError: no ?code=‹hidden text›',
    });
  });
});
