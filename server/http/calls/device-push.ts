import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { deviceOwner } from '#server/login/device.ts';
import { groupsOf } from '#server/login/push/groups.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Notice } from '#server/storage/repositories/pushes.ts';
import type { Call, CallDeps } from './call.ts';

const approvalBody = v.object({ choice: v.string() });

/** The calls of the mobile app about pushes (docs/device-calls.md). */
export function devicePushCalls({ portal }: CallDeps): readonly Call[] {
  const { pushes } = portal;

  const shown = (c: Ctx, { requestId, clientId, purpose, choices, browser, address, ...times }: Notice) => ({
    id: requestId,
    service: portal.client(clientId)?.serviceName[c.get('language')] ?? '',
    purpose,
    browser,
    address,
    at: times.createdAt,
    validUntil: times.expiresAt,
    choices,
  });

  /** @throws Refusal 404 when no such push waits for this phone. */
  const waiting = async (c: Ctx): Promise<string> => {
    const pushId = await pushes.pushIdOf(
      (await deviceOwner(portal, callerOf(c))).userId,
      c.req.param('id') ?? '',
    );
    if (pushId === null) throw new Refusal(404, '010_5');
    return pushId;
  };

  const end = async (c: Ctx, pushId: string, how: 'approved' | 'denied' | 'mismatched'): Promise<void> => {
    if (!(await pushes.answer(pushId, how))) throw new Refusal(404, '010_5');
    const { userId: account } = await deviceOwner(portal, callerOf(c));
    portal.audit({ event: `phone.${how}`, account, method: 'push' });
  };

  return [
    {
      method: 'GET',
      path: '/device/pushes',
      handle: async (c) =>
        answer(c, {
          pushes: (await pushes.noticesFor((await deviceOwner(portal, callerOf(c))).userId)).map((notice) =>
            shown(c, notice),
          ),
        }),
    },
    {
      method: 'POST',
      path: '/device/pushes/:id/approve',
      async handle(c) {
        const { choice } = await readBody(c, approvalBody);
        const pushId = await waiting(c);
        const isRight = groupsOf(pushId).includes(choice);
        await end(c, pushId, isRight ? 'approved' : 'mismatched');
        if (!isRight) throw new Refusal(400, '010_2', { reason: 'pushMismatched' });
        return answer(c);
      },
    },
    {
      method: 'POST',
      path: '/device/pushes/:id/deny',
      async handle(c) {
        await end(c, await waiting(c), 'denied');
        return answer(c);
      },
    },
  ];
}
