import { randomBytes } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { ServerConfig } from '#server/config/schema.ts';
import type { DeviceRefusal, DeviceRequests } from '#server/login/engine.ts';
import type { Storage } from '#server/storage/storage.ts';
import { redirectPagePath } from './interaction-policy.ts';
import { pendingRequestLimits } from './request-limit.ts';
import { ROUTES } from './routes.ts';
import type { EngineStore } from './store.ts';

type DeviceCode = InstanceType<Provider['DeviceCode']>;

/** The constructor of a pending request, whose parameters the library's types lack. */
type InteractionClass = new (id: string, fields: Readonly<Record<string, unknown>>) => Interaction;

/** The number of letters before the hyphen of a user code. */
const FIRST_GROUP_LENGTH = 4;

/** Converts a typed user code to its stored form, which contains only the letters. */
const storedUserCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Options = {
  readonly config: ServerConfig;
  readonly storage: Storage;
  readonly engineStore: EngineStore;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
  /** How many seconds the person may take to sign in. */
  readonly requestSeconds: number;
};

/** Implements the device sign-ins of the engine (RFC 8628, section 3.3), for the page of the portal. */
export function deviceRequests(
  provider: Provider,
  { config, storage, engineStore, now, requestSeconds }: Options,
): DeviceRequests {
  async function findCode(userCode: string): Promise<DeviceCode | DeviceRefusal> {
    const code = await provider.DeviceCode.findByUserCode(storedUserCode(userCode), {
      ignoreExpiration: true,
    });
    if (!code) return 'unknown';
    if (code.isExpired) return 'expired';
    return code.error || code.accountId || code.inFlight ? 'used' : code;
  }

  /** Begins the pending request of a device code, as the library does after its confirmation page. */
  async function beginRequest(
    code: DeviceCode,
  ): Promise<{ readonly requestId: string; readonly expiresAt: number }> {
    const requestId = randomBytes(24).toString('base64url');
    const PendingRequest = provider.Interaction as unknown as InteractionClass;
    const interaction = new PendingRequest(requestId, {
      returnTo: new URL(`${ROUTES.code_verification}/${requestId}`, config.publicUrl).href,
      prompt: { name: 'login', reasons: ['portal_login'], details: { startedAt: now() } },
      params: code.params,
      deviceCode: code.jti,
      cid: requestId,
    });
    await interaction.save(requestSeconds);
    return { requestId, expiresAt: now() + requestSeconds * 1000 };
  }

  /** The cookie by which the library recognises the browser when it resumes the request. */
  const resumeCookie = (requestId: string): string =>
    serialize(provider.cookieName('resume'), requestId, {
      path: `${ROUTES.code_verification}/${requestId}`,
      httpOnly: true,
      sameSite: 'Lax',
      secure: config.publicUrl.startsWith('https:'),
      maxAge: requestSeconds,
    });

  return {
    async find(userCode) {
      const code = await findCode(userCode);
      if (typeof code === 'string') return code;
      const { clientId = '', userCode: storedLetters, deviceInfo } = code;
      return {
        clientId,
        userCode: `${storedLetters.slice(0, FIRST_GROUP_LENGTH)}-${storedLetters.slice(FIRST_GROUP_LENGTH)}`,
        addressRange: textOf(deviceInfo?.['addressRange']),
      };
    },
    allow: (userCode, requester) =>
      storage.transaction(async () => {
        const code = await findCode(userCode);
        if (typeof code === 'string') return code;
        code.inFlight = true;
        await code.save();
        const { requestId, expiresAt } = await beginRequest(code);
        await engineStore.recordRequest(requestId, pendingRequestLimits(config, requester), expiresAt);
        return { to: redirectPagePath(requestId), cookies: [resumeCookie(requestId)] };
      }),
    decline: (userCode) =>
      storage.transaction(async () => {
        const code = await findCode(userCode);
        if (typeof code === 'string') return code;
        Object.assign(code, { error: 'access_denied', errorDescription: 'End-User aborted interaction' });
        await code.save();
        return null;
      }),
  };
}
