import { Hono } from 'hono';
import { type Owner, ownerOf } from '#lab/devices/owners.ts';
import { noDevice, shelf } from '#lab/devices/shelf.ts';
import { received } from '#lab/messages/outbox.ts';
import type { LabOptions } from '#lab/options.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import { appFace } from './app-otp.ts';
import { type PhoneFace, phonePage } from './page.ts';

/** The phone: what it received, and its authenticator app. */
export function phone(owners: readonly Owner[], { outbox, now }: Pick<LabOptions, 'outbox' | 'now'>): Hono {
  const look = ({ userId, phoneNumber, devices: { app } }: Owner): PhoneFace => ({
    userId,
    phoneNumber: phoneNumber ?? null,
    messages: received(outbox, { userId, channels: ['sms'] }),
    app: app ? appFace(app, now()) : null,
  });

  return new Hono()
    .get('/phone', (c) => shelf(c, 'phone', owners))
    .get('/phone/:userId', (c) => {
      const owner = ownerOf(owners, 'phone', c.req.param('userId'));
      if (!owner) return noDevice(c);
      return wantsPage(c) ? phonePage(c, owner, look(owner)) : c.json(look(owner));
    });
}
