import { Hono } from 'hono';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import { type Owner, ownerOf } from '#lab/devices/owners.ts';
import { receivedMessages } from '#lab/messages/outbox.ts';
import type { LabOptions } from '#lab/options.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import { type MailboxState, mailboxPage } from './page.ts';

/** The mailbox: internal and private mail. */
export function mailbox(owners: readonly Owner[], { outbox }: Pick<LabOptions, 'outbox'>): Hono {
  const mailboxState = ({ userId, internalMail, privateMail }: Owner): MailboxState => ({
    userId,
    internalMail: internalMail ?? null,
    privateMail: privateMail ?? null,
    messages: receivedMessages(outbox, { userId, channels: ['inmail', 'exmail'] }),
  });

  return new Hono()
    .get('/mailbox', (c) => deviceList(c, 'mailbox', owners))
    .get('/mailbox/:userId', (c) => {
      const owner = ownerOf(owners, 'mailbox', c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      return wantsPage(c) ? mailboxPage(c, owner, mailboxState(owner)) : c.json(mailboxState(owner));
    });
}
