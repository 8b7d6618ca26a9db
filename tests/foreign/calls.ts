import { createHash, createPublicKey, randomBytes, randomInt, verify } from 'node:crypto';
import { PEOPLE } from './people.ts';

type Body = Readonly<Record<string, string>>;
type Answer = { readonly status: number; readonly [field: string]: unknown };
type Request = { readonly body: Body; readonly query: URLSearchParams; readonly bearer: string };
type Call = (request: Request, ...path: string[]) => Answer;

/** A push or a QR code, before (X) and after (A) the approval by the test. */
type Pending = { userId: string; check: 'X' | 'A' };

const ok = (fields: object = {}): Answer => ({ status: 200, errCode: '0', message: 'OK', ...fields });
const refusal = (status: number, errCode: string): Answer => ({ status, errCode, message: '' });
const CLIENT_ID = 'foreign-service';
/** The number of fields that follow the secret in `userPassword`. */
const FIELD_COUNT = 14;
const tokensOf = (userId: string) =>
  (PEOPLE[userId]?.policy['userToken'] ?? {}) as Readonly<Record<string, unknown>>;
const decodeJson = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as never;

/** The calls of a server that is written from the specification alone: those of section 7, with the fields of section 3. */
export function foreignCalls(origin: () => string) {
  const sentCodes: string[] = [];
  const pending = new Map<string, Pending>();
  const tokens = new Map<string, string>();
  const passkeys = new Map<string, { userId: string; key: string }>();
  const challenges = new Set<string>();

  const issueToken = (userId: string): string => {
    const value = randomBytes(12).toString('hex');
    tokens.set(value, userId);
    return value;
  };
  const addPending = (userId: string): string => {
    const id = randomBytes(8).toString('hex').toUpperCase();
    pending.set(id, { userId, check: 'X' });
    return id;
  };
  const redeemApproval = (id: string, userId: string): boolean =>
    pending.get(id)?.check === 'A' && pending.get(id)?.userId === userId && pending.delete(id);

  const redeemCode = (code: string): boolean => sentCodes.at(-1) === code && sentCodes.pop() !== undefined;

  const requestOptions = (userId: string) => {
    const challenge = randomBytes(16).toString('base64url');
    challenges.add(challenge);
    const allowCredentials = [...passkeys]
      .filter(([, passkey]) => passkey.userId === userId)
      .map(([id]) => ({ type: 'public-key', id }));
    const rpId = new URL(origin()).hostname;
    return {
      publicKeyCredentialRequestOptions: { challenge, rpId, allowCredentials, userVerification: 'required' },
    };
  };

  /** Whether an assertion (JSON in base64url) signs a challenge of this server with a passkey of this person. */
  const isSigned = (assertion: string, userId: string): boolean => {
    const { id, response } = decodeJson(assertion) as { id: string; response: Record<string, string> };
    const passkey = passkeys.get(id);
    const client = Buffer.from(response['clientDataJSON'] ?? '', 'base64url');
    const { challenge } = JSON.parse(client.toString()) as { challenge: string };
    if (passkey?.userId !== userId || !challenges.delete(challenge)) return false;
    const signed = Buffer.concat([
      Buffer.from(response['authenticatorData'] ?? '', 'base64url'),
      createHash('sha256').update(client).digest(),
    ]);
    const key = createPublicKey({ key: Buffer.from(passkey.key, 'base64'), format: 'der', type: 'spki' });
    return verify('sha256', signed, key, Buffer.from(response['signature'] ?? '', 'base64url'));
  };

  const isProof = (userId: string, code: string, secret: string): boolean => {
    if (code === '-1') return PEOPLE[userId]?.password === secret;
    if (code === '1') return redeemCode(secret);
    if (code === '10' || code === '11') return redeemApproval(secret, userId);
    return code === '12' && isSigned(secret, userId);
  };

  const authenticate: Call = ({ body }) => {
    const { userId = '', userPassword = '' } = body;
    const parts = userPassword.split('|');
    // A password may contain "|".
    const secret = parts.slice(0, -FIELD_COUNT).join('|');
    const fields = parts.slice(-FIELD_COUNT);
    const isSecondStep = fields[2] === '2';
    if (isSecondStep && tokens.get(fields[0] ?? '') !== userId) return refusal(400, '018');
    return isProof(userId, fields[isSecondStep ? 4 : 3] ?? '', secret)
      ? ok({ to: `${origin()}/service?userId=${userId}` })
      : refusal(400, '005_1');
  };

  const calls: Readonly<Record<string, Call>> = {
    'GET /summary/auth': () =>
      ok({ clientId: CLIENT_ID, redirectUrl: `${origin()}/service`, isAlreadyAuth: false, scopes: 'openid' }),
    'GET /summary/domain/portal': () => ok({ url: origin() }),
    'GET /data/sso/config/:id': () =>
      ok({ idOtp: '1', passkey: '1', qrCode: '1', serviceName: 'Foreign', displayContent: '' }),
    'GET /data/sso/setting/password-security': () => ok({ data: [] }),
    'GET /data/sso/accounts/:id': () => ok({ setPasswordFlag: 'N' }),
    'GET /data/sso/authenticator/:id': (_, userId = '') => {
      const { mobileApp, fido2token } = tokensOf(userId);
      return ok({
        authenticator: { mobileApp, fido2token },
        license: { isCheckExpired: true, isCheckMax: true },
      });
    },
    'POST /auth/policy/check': ({ body: { userId = '' } }) => {
      const person = PEOPLE[userId];
      return person ? ok(person.policy) : refusal(404, '000');
    },
    'POST /login/password': ({ body: { userId = '', userPassword } }) =>
      PEOPLE[userId]?.password === userPassword ? ok() : refusal(400, '001'),
    'POST /authenticate': authenticate,
    'POST /login/oidc': ({ body: { userId = '', type = '', otp = '' } }) =>
      isProof(userId, type, otp)
        ? ok({ secondToken: issueToken(userId), accessToken: issueToken(userId) })
        : refusal(400, '001'),
    'POST /auth/login/oidc': ({ body: { userId = '' } }) => ok({ assertionRequest: requestOptions(userId) }),
    'POST /auth/login/fido': () => ok({ assertionRequest: requestOptions('') }),
    'POST /token/access': ({ body: { userId = '' } }) => ok({ accessToken: issueToken(userId) }),
    'POST /auth/oauth2/send/:kind': ({ body: { userId = '' }, bearer }) => {
      if (tokens.get(bearer) !== userId) return refusal(401, '');
      sentCodes.push(String(randomInt(100_000, 1_000_000)));
      return ok({ result: true });
    },
    'POST /mobileapp/push/:id': (_, userId = '') => ok({ pushId: addPending(userId), period: 45 }),
    'GET /mobileapp/qr': ({ query }) => {
      const qrId = addPending(query.get('userId') ?? '');
      return ok({ qrId, qr: `foreign:${qrId}` });
    },
  };
  const check: Call = (_, id = '') => {
    const approval = pending.get(id);
    return approval
      ? ok({ check: approval.check, userId: approval.check === 'A' ? approval.userId : undefined })
      : refusal(404, '010');
  };
  for (const kind of ['push', 'qr']) {
    for (const parentPath of ['/data/sso/mobileapp', '/data/mobileapp']) {
      Object.assign(calls, { [`GET ${parentPath}/${kind}/check/:id`]: check });
    }
  }
  const withdraw: Call = (_, id = '') => (pending.delete(id) ? ok() : refusal(404, '010'));
  Object.assign(calls, {
    'DELETE /data/sso/mobileapp/push/:id': withdraw,
    'DELETE /data/mobileapp/push/:id': withdraw,
  });

  return {
    /** The answer to a call; null if there is no such call. */
    answer(method: string, path: string, request: Request): Answer | null {
      for (const [name, call] of Object.entries(calls)) {
        const [verb = '', pattern = ''] = name.split(' ');
        const match = new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}$`).exec(path);
        if (verb === method && match) return call(request, ...match.slice(1).map(decodeURIComponent));
      }
      return null;
    },
    /** The last sent code. */
    lastCode: (): string => sentCodes.at(-1) ?? '',
    /** Approves all pending pushes and QR codes as this person. */
    approve(userId: string): void {
      for (const [id, { check }] of pending) if (check === 'X') pending.set(id, { userId, check: 'A' });
    },
    /** @param key the public key, SPKI in base64 */
    addPasskey: (id: string, userId: string, key: string): void => void passkeys.set(id, { userId, key }),
  };
}
