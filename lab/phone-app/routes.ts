import { Hono } from 'hono';
import * as v from 'valibot';
import { deviceNotFound } from '#lab/devices/device-list.ts';
import type { LabOptions } from '#lab/options.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import { phoneAppPage } from './page.ts';

const selection = v.object({ userId: v.string() });

/** A phone that runs the portal's own app, in a frame, and the administrator's link that registers it. */
export const phoneApp = (options: Pick<LabOptions, 'accounts' | 'portalUrl' | 'administration'>): Hono =>
  new Hono()
    .get('/app', (c) => phoneAppPage(c, options, null, null))
    .post('/app', ownPagesOnly, async (c) => {
      const parsed = v.safeParse(selection, await bodyOf(c));
      const account = options.accounts.find(
        ({ userId }) => parsed.success && userId === parsed.output.userId,
      );
      const link = account && (await options.administration.issueProvisionLink(account.userId));
      if (!account || !link) return deviceNotFound(c);
      const ak = new URL(link).searchParams.get('ak') ?? '';
      return wantsPage(c)
        ? phoneAppPage(c, options, account, ak)
        : c.json({ userId: account.userId, link }, 201);
    });
