import { Hono } from 'hono';
import type { DeviceMemory } from '#lab/devices/memory.ts';
import type { Owner } from '#lab/devices/owners.ts';
import { noDevice } from '#lab/devices/shelf.ts';
import type { LabOptions } from '#lab/options.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import { issuedCode } from './desk.ts';
import { administratorPage } from './page.ts';

/** The administrator, who hands out temporary codes. */
export function administrator(
  owners: readonly Owner[],
  memory: DeviceMemory,
  { accounts, administration }: Pick<LabOptions, 'accounts' | 'administration'>,
): Hono {
  const isAccount = ({ userId }: Owner): boolean => accounts.some((account) => account.userId === userId);
  const people = owners.filter(isAccount);

  return new Hono()
    .get('/administrator', (c) => {
      const rows = people.map((owner) => ({ owner, issued: issuedCode(memory, owner) }));
      return wantsPage(c) ? administratorPage(c, rows) : c.json({ codes: rows.map(({ issued }) => issued) });
    })
    .post('/administrator/:userId/provision-link', ownPagesOnly, (c) => {
      const owner = people.find(({ userId }) => userId === c.req.param('userId'));
      const link = owner && administration.issueProvisionLink(owner.userId);
      if (!owner || !link) return noDevice(c);
      return wantsPage(c) ? c.redirect(link, 303) : c.json({ userId: owner.userId, link }, 201);
    })
    .post('/administrator/:userId/emergency-code', ownPagesOnly, async (c) => {
      const owner = people.find(({ userId }) => userId === c.req.param('userId'));
      if (!owner) return noDevice(c);
      const code = await administration.issueEmergencyCode(owner.userId);
      if (!code) return noDevice(c);
      memory.emergencyCodes.set(owner.userId, code);
      return wantsPage(c) ? c.redirect('/administrator', 303) : c.json(issuedCode(memory, owner), 201);
    });
}
