import { Hono } from 'hono';
import * as v from 'valibot';
import { deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { applicationPage } from './application-page.ts';
import { issuedCode } from './issued-code.ts';
import { linkPage } from './link-page.ts';
import { administratorPage } from './page.ts';

type Options = Pick<LabOptions, 'accounts' | 'administration' | 'client'>;

/** Body of an application for a service. Without `clientId`, the application is for the first demo service. */
const applicationRequest = v.object({ clientId: v.optional(v.string()) });

/** Body of a request for a password link. Without `clientId`, the link is for the first demo service. */
const passwordLinkRequest = v.object({
  clientId: v.optional(v.string()),
  kind: v.picklist(['create', 'change']),
});

/** The pages and JSON calls of the administrator, who issues temporary codes and links. */
export function administratorRoutes(
  owners: readonly DeviceOwner[],
  store: DeviceStore,
  { accounts, administration, client }: Options,
): Hono {
  const isAccount = ({ userId }: DeviceOwner): boolean =>
    accounts.some((account) => account.userId === userId);
  const people = owners.filter(isAccount);

  return new Hono()
    .get('/administrator', async (c) => {
      const rows = people.map((owner) => ({ owner, issuedCode: issuedCode(store, owner) }));
      return wantsPage(c)
        ? administratorPage(c, rows, await administration.approvals())
        : c.json({ codes: rows.map((row) => row.issuedCode) });
    })
    .get('/administrator/approvals', async (c) => c.json({ approvals: await administration.approvals() }))
    .post('/administrator/:userId/approval-link', sameOriginOnly, async (c) => {
      const owner = people.find(({ userId }) => userId === c.req.param('userId'));
      const parsed = v.safeParse(applicationRequest, await bodyOf(c));
      if (!owner) return deviceNotFound(c);
      if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
      const clientId = parsed.output.clientId ?? client.clientId;
      const links = await administration.issueApprovalLinks(owner.userId, clientId);
      if (!links) return deviceNotFound(c);
      return wantsPage(c)
        ? applicationPage(c, owner, links)
        : c.json({ userId: owner.userId, clientId, ...links }, 201);
    })
    .post('/administrator/:userId/password-link', sameOriginOnly, async (c) => {
      const owner = people.find(({ userId }) => userId === c.req.param('userId'));
      const parsed = v.safeParse(passwordLinkRequest, await bodyOf(c));
      if (!owner) return deviceNotFound(c);
      if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
      const { clientId = client.clientId, kind } = parsed.output;
      const outcome = await administration.issuePasswordLink(owner.userId, clientId, kind);
      if (wantsPage(c)) return linkPage(c, owner, outcome);
      return c.json({ userId: owner.userId, ...outcome }, outcome.outcome === 'refused' ? 409 : 201);
    })
    .post('/administrator/:userId/provision-link', sameOriginOnly, async (c) => {
      const owner = people.find(({ userId }) => userId === c.req.param('userId'));
      const link = owner && (await administration.issueProvisionLink(owner.userId));
      if (!owner || !link) return deviceNotFound(c);
      return wantsPage(c) ? c.redirect(link, 303) : c.json({ userId: owner.userId, link }, 201);
    })
    .post('/administrator/:userId/emergency-code', sameOriginOnly, async (c) => {
      const owner = people.find(({ userId }) => userId === c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const code = await administration.issueEmergencyCode(owner.userId);
      if (!code) return deviceNotFound(c);
      store.emergencyCodes.set(owner.userId, code);
      return wantsPage(c) ? c.redirect('/administrator', 303) : c.json(issuedCode(store, owner), 201);
    });
}
