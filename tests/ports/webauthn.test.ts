import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssertion } from '#src/ports/webauthn.ts';

const { signal } = new AbortController();
const bytes = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text)).buffer;
const REQUEST = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  userVerification: 'required',
  allowCredentials: [{ id: 'a2V5', transports: ['internal'] }],
} as const;

/** A credential of the browser, with bytes that need every letter of base64url. */
const credential = (userHandle: string | null) => ({
  type: 'public-key',
  id: 'a2V5',
  rawId: bytes('key'),
  authenticatorAttachment: 'platform',
  response: {
    authenticatorData: bytes('\u00fb\u00ff~'),
    clientDataJSON: bytes('{"type":"webauthn.get"}'),
    signature: bytes('signature'),
    userHandle: userHandle === null ? null : bytes(userHandle),
  },
  getClientExtensionResults: () => ({}),
});

const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();

beforeEach(() => {
  get.mockReset();
  vi.stubGlobal('navigator', { credentials: { get } });
});

describe('an assertion', () => {
  it('is its JSON in base64url, with the user handle of its owner', async () => {
    get.mockResolvedValue(credential('handle'));
    const answer = await getAssertion(REQUEST, signal);
    if (answer.kind !== 'given') throw new Error(answer.kind);
    expect(answer.userHandle).toBe(Buffer.from('handle').toString('base64url'));
    expect(answer.assertion).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(JSON.parse(Buffer.from(answer.assertion, 'base64url').toString())).toMatchObject({
      id: 'a2V5',
      rawId: 'a2V5',
      type: 'public-key',
      response: { authenticatorData: Buffer.from('\u00fb\u00ff~').toString('base64url') },
    });
  });

  it('can be without a user handle', async () => {
    get.mockResolvedValue(credential(null));
    expect(await getAssertion(REQUEST, signal)).toMatchObject({ kind: 'given', userHandle: '' });
  });
});

describe('the prompt of the browser', () => {
  it('has the values of the server and the signal that closes it', async () => {
    get.mockResolvedValue(credential(null));
    await getAssertion(REQUEST, signal);
    const [options] = get.mock.calls[0] ?? [];
    expect(options?.signal).toBe(signal);
    expect(options?.mediation).toBeUndefined();
    expect(Buffer.from(options?.publicKey?.challenge as ArrayBuffer).toString()).toBe('challenge');
    expect(options?.publicKey).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', transports: ['internal'] }],
    });
  });

  it('is conditional when the field suggests passkeys', async () => {
    get.mockResolvedValue(credential(null));
    await getAssertion({ challenge: 'YQ' }, signal, 'conditional');
    expect(get.mock.calls[0]?.[0]).toMatchObject({
      mediation: 'conditional',
      publicKey: { allowCredentials: [] },
    });
  });
});

it.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['SecurityError', 'failed'],
  ['InvalidStateError', 'failed'],
  ['UnknownError', 'failed'],
])('the error %s of the browser is %s', async (name, kind) => {
  get.mockRejectedValue(new DOMException('', name));
  expect(await getAssertion(REQUEST, signal)).toEqual({ kind });
});

it('an error that is not of the browser is failed', async () => {
  get.mockRejectedValue(new TypeError('options cannot be read'));
  expect(await getAssertion(REQUEST, signal)).toEqual({ kind: 'failed' });
});
