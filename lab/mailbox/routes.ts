import { Hono } from 'hono';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import { type DeviceOwner, findOwner } from '#lab/devices/owners.ts';
import { receivedMessages } from '#lab/messages/outbox.ts';
import type { LabOptions } from '#lab/options.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import { type MailboxState, mailboxPage } from './page.ts';

/** The pages and JSON calls of the mailboxes for internal and private mail. */
export function mailboxRoutes(owners: readonly DeviceOwner[], { outbox }: Pick<LabOptions, 'outbox'>): Hono {
  const mailboxStateOf = ({ userId, internalMail, privateMail }: DeviceOwner): MailboxState => ({
    userId,
    internalMail: internalMail ?? null,
    privateMail: privateMail ?? null,
    messages: receivedMessages(outbox, { userId, channels: ['inmail', 'exmail'] }),
  });

  return new Hono()
    .get('/mailbox', (c) => deviceList(c, 'mailbox', owners))
    .get('/mailbox/:userId', (c) => {
      const owner = findOwner(owners, 'mailbox', c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      return wantsPage(c) ? mailboxPage(c, owner, mailboxStateOf(owner)) : c.json(mailboxStateOf(owner));
    });
}
