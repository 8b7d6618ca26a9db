import { randomBytes } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { ServerConfig } from '#server/config/schema.ts';
import type { DeviceRefusal, DeviceRequests } from '#server/login/engine.ts';
import type { Storage } from '#server/storage/storage.ts';
import { redirectPage } from './interaction-policy.ts';
import { requestOwners } from './request-limit.ts';
import { ROUTES } from './routes.ts';
import type { EngineStore } from './store.ts';

type DeviceCode = InstanceType<Provider['DeviceCode']>;

/** The constructor of a pending request, whose parameters the library's types lack. */
type InteractionClass = new (id: string, fields: Readonly<Record<string, unknown>>) => Interaction;

/** Letters before the hyphen of a user code. */
const GROUP_LENGTH = 4;

/** A typed code as it is stored: its letters alone, without any other characters. */
const storedCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Options = {
  readonly config: ServerConfig;
  readonly storage: Storage;
  readonly engineStore: EngineStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Seconds that a request may wait for its person. */
  readonly requestSeconds: number;
};

/** The device sign-ins of the engine (RFC 8628, section 3.3), for the portal's own page. */
export function deviceRequests(
  provider: Provider,
  { config, storage, engineStore, now, requestSeconds }: Options,
): DeviceRequests {
  async function findCode(userCode: string): Promise<DeviceCode | DeviceRefusal> {
    const code = await provider.DeviceCode.findByUserCode(storedCode(userCode), { ignoreExpiration: true });
    if (!code) return 'unknown';
    if (code.isExpired) return 'expired';
    return code.error || code.accountId || code.inFlight ? 'used' : code;
  }

  /** Begins the request of a code as the library does after its own confirmation page. */
  async function beginRequest(
    code: DeviceCode,
  ): Promise<{ readonly requestId: string; readonly until: number }> {
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
    return { requestId, until: now() + requestSeconds * 1000 };
  }

  /** The cookie by which the library recognises the browser of a request when the request is resumed. */
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
      const { clientId = '', userCode: letters, deviceInfo } = code;
      return {
        clientId,
        userCode: `${letters.slice(0, GROUP_LENGTH)}-${letters.slice(GROUP_LENGTH)}`,
        addressRange: textOf(deviceInfo?.['addressRange']),
      };
    },
    allow: (userCode, requester) =>
      storage.transaction(async () => {
        const code = await findCode(userCode);
        if (typeof code === 'string') return code;
        code.inFlight = true;
        await code.save();
        const { requestId, until } = await beginRequest(code);
        await engineStore.recordRequest(requestId, requestOwners(config, requester), until);
        return { to: redirectPage(requestId), cookies: [resumeCookie(requestId)] };
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
