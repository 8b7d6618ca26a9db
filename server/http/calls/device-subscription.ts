import * as v from 'valibot';
import { subscription } from '#server/config/subscription.ts';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import { deviceCallOf } from '#server/http/device-call.ts';
import { authenticateDevice } from '#server/login/device/calling-device.ts';
import { isAllowedEndpoint } from '#server/login/push/web-push/public-address.ts';
import { publicKeyOf, vapidKey } from '#server/login/push/web-push/vapid.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Call, CallDeps } from './call.ts';

const PATH = '/device/subscription';

const body = v.object({ subscription: v.nullable(subscription) });

/** The calls of the web app about its push subscription (docs/device-calls.md). */
export function deviceSubscriptionCalls({ portal }: CallDeps): readonly Call[] {
  return [
    {
      method: 'GET',
      path: PATH,
      async handle(c) {
        const { account } = await authenticateDevice(portal, deviceCallOf(c, portal));
        const stored = await portal.devices.pushSubscriptions.of(account.userId);
        return answer(c, {
          applicationServerKey: publicKeyOf(await vapidKey(portal.storage)),
          endpoint: stored?.subscription?.endpoint ?? null,
        });
      },
    },
    {
      method: 'POST',
      path: PATH,
      async handle(c) {
        const { account } = await authenticateDevice(portal, deviceCallOf(c, portal));
        const { subscription } = await readBody(c, body);
        if (subscription !== null && !isAllowedEndpoint(subscription.endpoint, portal.config.push.services)) {
          throw new Refusal(400, 'malformed');
        }
        await portal.devices.pushSubscriptions.replace(account.userId, subscription);
        return answer(c);
      },
    },
  ];
}
