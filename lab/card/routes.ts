import { Hono } from 'hono';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import { type DeviceOwner, findOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { cardPage } from './page.ts';
import { cardState, pressCard } from './press.ts';

/** The pages and JSON calls of the OTP cards: the display of a card, and a press of its button. */
export const cardRoutes = (
  owners: readonly DeviceOwner[],
  store: DeviceStore,
  { now }: Pick<LabOptions, 'now'>,
): Hono =>
  new Hono()
    .get('/card', (c) => deviceList(c, 'card', owners))
    .get('/card/:userId', (c) => {
      const owner = findOwner(owners, 'card', c.req.param('userId'));
      if (!owner?.devices.card) return deviceNotFound(c);
      const state = cardState(store, owner.userId, owner.devices.card);
      return wantsPage(c) ? cardPage(c, owner, state) : c.json(state);
    })
    .post('/card/:userId', sameOriginOnly, (c) => {
      const owner = findOwner(owners, 'card', c.req.param('userId'));
      if (!owner?.devices.card) return deviceNotFound(c);
      const state = pressCard(store, owner.userId, owner.devices.card, now());
      return wantsPage(c) ? c.redirect(`/card/${owner.userId}`, 303) : c.json(state);
    });
