import * as v from 'valibot';
import type { Notice } from '#server/db/pushes.ts';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { deviceOwner } from '#server/login/device.ts';
import { groupsOf } from '#server/push/groups.ts';
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
  const waiting = (c: Ctx): string => {
    const pushId = pushes.pushIdOf(deviceOwner(portal, c).userId, c.req.param('id') ?? '');
    if (pushId === null) throw new Refusal(404, '010_5');
    return pushId;
  };

  const end = (pushId: string, how: 'approved' | 'denied' | 'mismatched'): void => {
    if (!pushes.answer(pushId, how)) throw new Refusal(404, '010_5');
  };

  return [
    {
      method: 'GET',
      path: '/device/pushes',
      handle: (c) =>
        answer(c, {
          pushes: pushes.noticesFor(deviceOwner(portal, c).userId).map((notice) => shown(c, notice)),
        }),
    },
    {
      method: 'POST',
      path: '/device/pushes/:id/approve',
      async handle(c) {
        const { choice } = await readBody(c, approvalBody);
        const pushId = waiting(c);
        const isRight = groupsOf(pushId).includes(choice);
        end(pushId, isRight ? 'approved' : 'mismatched');
        if (!isRight) throw new Refusal(400, '010_2', { reason: 'pushMismatched' });
        return answer(c);
      },
    },
    {
      method: 'POST',
      path: '/device/pushes/:id/deny',
      handle(c) {
        end(waiting(c), 'denied');
        return answer(c);
      },
    },
  ];
}
