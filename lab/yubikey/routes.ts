import { Hono } from 'hono';
import * as v from 'valibot';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import { type DeviceOwner, findOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { yubikeyPage } from './page.ts';
import { TOUCHES, touchYubikey, yubikeyDisplay } from './touch.ts';

const touchRequest = v.strictObject({
  touch: v.optional(v.picklist(TOUCHES), 'plain'),
  /** Public ID of the touched key; the first key of the person is touched when it is absent. */
  key: v.optional(v.string()),
});

/** The pages and JSON calls of the Yubikeys: their states, and a touch of a key. */
export function yubikeyRoutes(
  owners: readonly DeviceOwner[],
  store: DeviceStore,
  { now }: Pick<LabOptions, 'now'>,
): Hono {
  const app = new Hono();

  app.get('/yubikey', (c) => deviceList(c, 'yubikey', owners));

  app.get('/yubikey/:userId', (c) => {
    const owner = findOwner(owners, 'yubikey', c.req.param('userId'));
    if (!owner) return deviceNotFound(c);
    const keys = owner.devices.yubikeys.map((key) => yubikeyDisplay(store, key, now()));
    return wantsPage(c) ? yubikeyPage(c, owner, keys) : c.json({ userId: owner.userId, keys });
  });

  app.post('/yubikey/:userId', sameOriginOnly, async (c) => {
    const owner = findOwner(owners, 'yubikey', c.req.param('userId'));
    if (!owner) return deviceNotFound(c);
    const parsed = v.safeParse(touchRequest, await bodyOf(c));
    if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
    const { touch, key: requestedKey } = parsed.output;
    const key = owner.devices.yubikeys.find(
      ({ publicId }) => requestedKey === undefined || publicId === requestedKey,
    );
    if (!key) return c.json({ problems: [`${owner.userId} has no key ${requestedKey}`] }, 400);
    const state = touchYubikey(store, key, touch, now());
    return wantsPage(c) ? c.redirect(`/yubikey/${owner.userId}`, 303) : c.json(state);
  });

  return app;
}
