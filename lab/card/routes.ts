import { Hono } from 'hono';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import { type Owner, ownerOf } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import { cardPage } from './page.ts';
import { cardState, pressCard } from './press.ts';

/** The OTP card: its display, and pressing its button. */
export const card = (owners: readonly Owner[], store: DeviceStore, { now }: Pick<LabOptions, 'now'>): Hono =>
  new Hono()
    .get('/card', (c) => deviceList(c, 'card', owners))
    .get('/card/:userId', (c) => {
      const owner = ownerOf(owners, 'card', c.req.param('userId'));
      if (!owner?.devices.card) return deviceNotFound(c);
      const state = cardState(store, owner.userId, owner.devices.card);
      return wantsPage(c) ? cardPage(c, owner, state) : c.json(state);
    })
    .post('/card/:userId', ownPagesOnly, (c) => {
      const owner = ownerOf(owners, 'card', c.req.param('userId'));
      if (!owner?.devices.card) return deviceNotFound(c);
      const state = pressCard(store, owner.userId, owner.devices.card, now());
      return wantsPage(c) ? c.redirect(`/card/${owner.userId}`, 303) : c.json(state);
    });
