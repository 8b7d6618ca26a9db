import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { clientNetwork } from '#server/http/guard/client-address.ts';
import type { DeviceRefusal, DeviceRequests } from '#server/login/engine.ts';
import { windowLimit } from '#server/login/limits/window-limit.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { WaitingDevice } from '#wire/device-sign-in.ts';
import type { Call, CallDeps } from './call.ts';

const PATH = '/data/portal/device-sign-in';

/** Number of wrong codes that one address may enter within `WINDOW_MINUTES` (RFC 8628, section 5.1). */
const MAX_WRONG_CODES = 20;
const WINDOW_MINUTES = 10;

const body = v.object({ userCode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) });

const REFUSAL_CREATORS = {
  unknown: () => new Refusal(404, 'deviceCodeUnknown'),
  expired: () => new Refusal(404, 'deviceCodeExpired'),
  used: () => new Refusal(409, 'deviceCodeUsed'),
} as const satisfies Record<DeviceRefusal, () => Refusal>;

const isDeviceRefusal = (result: unknown): result is DeviceRefusal =>
  typeof result === 'string' && Object.hasOwn(REFUSAL_CREATORS, result);

/** The calls with which a person allows or declines a sign-in at a device without a browser (RFC 8628). */
export function deviceSignInCalls({ portal, engines }: CallDeps): readonly Call[] {
  const wrongCodes = windowLimit(portal.storage, 'device-code', WINDOW_MINUTES, portal.now);
  const deviceRequests = engines.find((engine) => engine.devices)?.devices;

  /**
   * Runs a function with the user code in the body of a call.
   * @throws Refusal 429 after too many wrong codes, 404 for an unknown or expired code, 409 for a used code
   */
  async function withCode<Value>(
    c: Ctx,
    run: (requests: DeviceRequests, userCode: string) => Promise<Value | DeviceRefusal>,
  ): Promise<Value> {
    const { userCode } = await readBody(c, body);
    const permit = await wrongCodes.begin([{ key: clientNetwork(c, portal.config), max: MAX_WRONG_CODES }]);
    if (!permit.isAllowed) {
      const headers = { 'Retry-After': String(permit.retryAfterSeconds) };
      throw new Refusal(429, 'tooManyDeviceCodes', { headers });
    }
    const result = deviceRequests ? await run(deviceRequests, userCode) : 'unknown';
    if (result !== 'unknown') await permit.uncount();
    if (isDeviceRefusal(result)) throw REFUSAL_CREATORS[result]();
    return result;
  }

  return [
    {
      method: 'POST',
      path: PATH,
      async handle(c) {
        const { clientId, userCode, addressRange } = await withCode(c, (requests, code) =>
          requests.find(code),
        );
        const serviceName = portal.client(clientId)?.serviceName[c.get('language')] ?? clientId;
        return answer(c, { userCode, serviceName, addressRange } satisfies WaitingDevice);
      },
    },
    {
      method: 'POST',
      path: `${PATH}/allow`,
      async handle(c) {
        const requester = {
          cookieHeader: c.req.header('cookie') ?? '',
          network: clientNetwork(c, portal.config),
        };
        const { to, cookies } = await withCode(c, (requests, code) => requests.allow(code, requester));
        c.get('requestSession').addCookies(cookies);
        return answer(c, { to });
      },
    },
    {
      method: 'POST',
      path: `${PATH}/decline`,
      async handle(c) {
        await withCode(c, (requests, code) => requests.decline(code));
        return answer(c, {});
      },
    },
  ];
}
